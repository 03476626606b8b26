// A loop whose end is not known: some turns apart, the others together.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, first = 0;
    while (i < n) {
        if (i == 0)
            first = 7;
        i++;
    }
    if (n > 0)
        __VERIFIER_assert(first == 7); // HOLDS
    __VERIFIER_assert(i == n); // HOLDS
    __VERIFIER_assert(i < 5); // MUST-WARN
    int steps = 0;
    for (int k = 0; k < 1000; k++)
        steps++;
    __VERIFIER_assert(steps == 1000); // PROVED octagons polyhedra
    while (__VERIFIER_nondet_bool()) {
        __VERIFIER_assert(steps < 1002); // MUST-WARN
        steps++;
    }
    return 0;
}
