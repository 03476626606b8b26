// Doubling until the sign changes.
//! overflow: wrap
#include "verifier.h"

int main(void) {
    int i = 1;
    while (i > 0)
        i *= 2;
    __VERIFIER_assert(i <= 0); // PROVED
    __VERIFIER_assert(i == 0); // MUST-WARN
    return 0;
}
