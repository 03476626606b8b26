// A shift by 32 or more is undefined.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = 1u << n; // MUST-WARN shift
    if (n < 32) {
        unsigned y = 1u << n; // PROVED shift
        x += y;
    }
    if (n <= 4)
        __VERIFIER_assert((1u << n) <= 16); // PROVED
    return x;
}
