// A negative char widened to unsigned int has all upper bits set.
#include "verifier.h"

int main(void) {
    signed char c = __VERIFIER_nondet_schar();
    unsigned u = c;
    __VERIFIER_assert(u <= 127); // MUST-WARN
    unsigned v = (unsigned char)c;
    __VERIFIER_assert(v <= 255); // PROVED
    return 0;
}
