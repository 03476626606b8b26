// Or and exclusive or of negative numbers.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= -8 && a <= -5 && b >= 0 && b <= 3);
    __VERIFIER_assert((a | b) >= -8 && (a | b) <= -1); // PROVED
    __VERIFIER_assert((a & b) >= 0 && (a & b) <= 3); // PROVED
    __VERIFIER_assert((a ^ b) < 0); // HOLDS
    __VERIFIER_assert((a | b) <= -6); // MUST-WARN
    return 0;
}
