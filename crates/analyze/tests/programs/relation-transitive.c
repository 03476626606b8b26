// A chain of comparisons.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    __VERIFIER_assume(a < b);
    __VERIFIER_assume(b < c);
    __VERIFIER_assert(a < c); // PROVED zones octagons polyhedra
    __VERIFIER_assert(c != 0); // MUST-WARN
    return 0;
}
