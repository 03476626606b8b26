// The relation between a variable and its successor is lost when it wraps.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x + 5;
    __VERIFIER_assert(y != x); // HOLDS
    __VERIFIER_assert(y > x); // MUST-WARN
    __VERIFIER_assert(y - x == 5); // HOLDS
    return 0;
}
