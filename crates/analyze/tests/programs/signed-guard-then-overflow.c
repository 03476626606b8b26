// A test that is meant to prevent overflow, done right and done wrong.
//! overflow: check
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= 0 && b >= 0);
    if (a <= 2147483647 - b) // PROVED overflow
        a = a + b; // PROVED octagons polyhedra
    else
        a = a + b; // MUST-WARN overflow
    return a;
}
