// 64-bit arithmetic wraps at its own width.
#include "verifier.h"

int main(void) {
    long long x = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(x >= 9223372036854775790LL && x <= 9223372036854775800LL);
    __VERIFIER_assert(x + 7 > 0); // PROVED
    __VERIFIER_assert(x + 8 > 0); // MUST-WARN
    return 0;
}
