// Literals take the first type that fits.
#include "verifier.h"

int main(void) {
    __VERIFIER_assert(2147483648 > 0); // PROVED
    __VERIFIER_assert(-2147483648 < 0); // PROVED
    __VERIFIER_assert(0x80000000 > 0); // PROVED
    __VERIFIER_assert(-0x80000000 < 0); // DEFINITE
    return 0;
}
