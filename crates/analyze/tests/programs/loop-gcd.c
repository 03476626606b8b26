// Both operands stay positive.
#include "verifier.h"

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 1 && a <= 1000 && b >= 1 && b <= 1000);
    while (b != 0) {
        unsigned t = a % b; // PROVED division
        a = b;
        b = t;
    }
    __VERIFIER_assert(a >= 1); // PROVED
    __VERIFIER_assert(a <= 1000); // PROVED
    __VERIFIER_assert(a == 1); // MUST-WARN
    return 0;
}
