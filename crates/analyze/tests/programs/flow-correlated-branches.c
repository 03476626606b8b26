// Two tests of one condition: paths that cannot be are kept apart only with effort.
#include "verifier.h"

int main(void) {
    int c = __VERIFIER_nondet_int(), x = 0;
    __VERIFIER_assume(c >= 0 && c <= 1);
    if (c == 1)
        x = 1;
    if (c == 0)
        __VERIFIER_assert(x == 0); // PROVED octagons polyhedra
    else
        __VERIFIER_assert(x == 1); // PROVED octagons polyhedra
    __VERIFIER_assert(x == 0); // MUST-WARN
    return 0;
}
