// 64 bits: what wraps in unsigned int does not wrap in unsigned long.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned long wide = (unsigned long)x + 1;
    unsigned long narrow = x + 1;
    __VERIFIER_assert(wide >= 1); // PROVED
    __VERIFIER_assert(narrow >= 1); // MUST-WARN
    return 0;
}
