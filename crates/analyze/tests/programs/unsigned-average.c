// The average of two unsigned numbers is less than both if the sum wraps.
#include "verifier.h"

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 10 && b >= 10);
    __VERIFIER_assert((a + b) / 2 >= 10); // MUST-WARN
    __VERIFIER_assume(a <= 1000 && b <= 1000);
    __VERIFIER_assert((a + b) / 2 >= 10); // PROVED
    __VERIFIER_assert((a + b) / 2 <= 1000); // PROVED
    return 0;
}
