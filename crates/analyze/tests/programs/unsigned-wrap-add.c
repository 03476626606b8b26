// One more than the greatest unsigned number is 0.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(x + 1u > x); // MUST-WARN
    if (x < 100)
        __VERIFIER_assert(x + 1u <= 100); // PROVED
    return 0;
}
