// Minus of an unsigned number is its complement to a power of two.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 1);
    unsigned y = -x;
    __VERIFIER_assert(y == 0 || y == 4294967295u); // HOLDS
    __VERIFIER_assert(y <= 1); // MUST-WARN
    return 0;
}
