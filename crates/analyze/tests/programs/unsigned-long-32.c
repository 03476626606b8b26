// 32 bits: unsigned long is no wider than unsigned int.
//! model: 32
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned long wide = (unsigned long)x + 1;
    __VERIFIER_assert(wide >= 1); // MUST-WARN
    __VERIFIER_assert(sizeof(long) == 4); // PROVED
    return 0;
}
