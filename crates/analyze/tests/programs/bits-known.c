// Bits that are known through arithmetic that wraps.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned even = x * 2;
    __VERIFIER_assert((even & 1) == 0); // PROVED standard
    __VERIFIER_assert(even % 2 == 0); // PROVED standard
    unsigned masked = (x & 0xf0) | 3;
    __VERIFIER_assert((masked & 0xf) == 3); // PROVED standard
    __VERIFIER_assert((masked & 4) == 0); // PROVED standard
    __VERIFIER_assert(masked != 8); // PROVED standard
    unsigned char high = x >> 24;
    __VERIFIER_assert((high << 24) >> 24 == high || high > 127); // HOLDS
    __VERIFIER_assert(masked == 0x53); // MUST-WARN
    __VERIFIER_assert((x & 1) == 0); // MUST-WARN
    return 0;
}
