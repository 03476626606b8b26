// A sum of three: no octagon can say it.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= 0 && a <= 100 && b >= 0 && b <= 100);
    int c = a + b;
    __VERIFIER_assert(c - a - b == 0); // PROVED polyhedra
    __VERIFIER_assert(c >= a); // PROVED octagons zones polyhedra
    __VERIFIER_assert(c > a); // MUST-WARN
    return 0;
}
