// All the work is in the head.
#include "verifier.h"

int main(void) {
    int i;
    for (i = 0; i < 33; i += 2)
        ;
    __VERIFIER_assert(i >= 33 && i <= 34); // PROVED
    __VERIFIER_assert(i == 34); // PROVED intervals*congruences
    __VERIFIER_assert(i == 33); // MUST-WARN
    return 0;
}
