// A difference known from a comparison.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 1000 && y >= 0 && y <= 1000);
    if (x < y) {
        __VERIFIER_assert(y - x >= 1); // PROVED zones octagons polyhedra
        __VERIFIER_assert(y >= 1 && x <= 999); // PROVED
        __VERIFIER_assert(y - x <= 999); // MUST-WARN
    }
    return 0;
}
