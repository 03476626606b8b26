// If sums are assumed not to overflow, a successor is greater.
//! overflow: assume-none
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    __VERIFIER_assert(y > x); // PROVED zones octagons polyhedra
    __VERIFIER_assert(y > -2147483647 - 1); // PROVED
    __VERIFIER_assert(y > 0); // MUST-WARN
    return 0;
}
