// Steps of 3 pass the end by.
#include "verifier.h"

int main(void) {
    int i = 0;
    while (i < 10)
        i += 3;
    __VERIFIER_assert(i >= 10 && i <= 12); // PROVED
    __VERIFIER_assert(i == 12); // PROVED intervals*congruences
    __VERIFIER_assert(i == 10); // MUST-WARN
    return 0;
}
