// The loop ends only because the counter wraps.
//! overflow: wrap
#include "verifier.h"

int main(void) {
    signed char i = 1;
    int rounds = 0;
    while (i > 0) {
        i++;
        rounds++;
    }
    __VERIFIER_assert(i <= 0); // PROVED
    __VERIFIER_assert(i == -128); // HOLDS
    __VERIFIER_assert(i >= 0); // MUST-WARN
    return 0;
}
