// What is written to the last object does not change the earlier ones, and the other way round.
#include "verifier.h"
#include <stdlib.h>

int main(void) {
    int *last = 0, *first = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int *new = malloc(2 * sizeof *new);
        if (!new)
            abort();
        new[0] = 1;
        if (last)
            last[0] = 5;
        if (!first)
            first = new;
        last = new;
    }
    if (last) {
        __VERIFIER_assert(last[0] == 1); // PROVED intervals octagons zones polyhedra
        __VERIFIER_assert(first[0] == 1 || first[0] == 5); // HOLDS
        __VERIFIER_assert(first[0] == 1); // MUST-WARN
    }
    if (n == 2) {
        free(last);
        __VERIFIER_assert(first[0] == 5); // HOLDS
    }
    return 0;
}
