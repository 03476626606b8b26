// A remainder is smaller than its divisor.
#include "verifier.h"

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(b >= 1 && b <= 50);
    unsigned r = a % b;
    __VERIFIER_assert(r <= 49); // PROVED
    __VERIFIER_assert(r < b); // HOLDS
    __VERIFIER_assert(r == 0); // MUST-WARN
    return 0;
}
