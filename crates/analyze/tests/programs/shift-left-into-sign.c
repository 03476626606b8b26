// Bits shifted into and out of the sign.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 255);
    int top = (int)((unsigned)x << 24);
    __VERIFIER_assert(top >= 0); // MUST-WARN
    __VERIFIER_assert((x << 8) <= 65280); // PROVED
    return 0;
}
