// A right shift of an unsigned number divides it.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(x >> 24 <= 255); // PROVED
    __VERIFIER_assert(x >> 1 <= 2147483647u); // PROVED
    __VERIFIER_assert(x >> 8 <= 255); // MUST-WARN
    return 0;
}
