// A length check whose sum wraps.
#include "verifier.h"

int main(void) {
    unsigned size = 64, n = __VERIFIER_nondet_uint();
    if (n + 8 > size)
        return 0;
    __VERIFIER_assert(n <= 56); // MUST-WARN
    return 0;
}
