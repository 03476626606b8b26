// Inner loops start again from the outer counter.
#include "verifier.h"

int main(void) {
    int i, j, most = 0;
    for (i = 0; i < 10; i++)
        for (j = i; j < 10; j++) {
            __VERIFIER_assert(j >= i); // PROVED zones octagons polyhedra
            __VERIFIER_assert(j < 10 && i < 10); // PROVED
            if (j - i > most)
                most = j - i;
        }
    __VERIFIER_assert(most <= 9); // PROVED octagons polyhedra
    __VERIFIER_assert(most < 9); // MUST-WARN
    return 0;
}
