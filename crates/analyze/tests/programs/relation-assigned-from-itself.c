// x = y - x.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 10 && y >= x && y <= 10);
    x = y - x;
    __VERIFIER_assert(x <= 10); // PROVED
    __VERIFIER_assert(x >= 0); // PROVED zones octagons polyhedra
    __VERIFIER_assert(x <= y); // PROVED zones octagons polyhedra
    __VERIFIER_assert(x < y); // MUST-WARN
    return 0;
}
