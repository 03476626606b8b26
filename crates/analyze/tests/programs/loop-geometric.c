// Doubling: widening must jump, the bound brings it back.
#include "verifier.h"

int main(void) {
    unsigned x = 1;
    while (x < 1000)
        x *= 2;
    __VERIFIER_assert(x >= 1000); // PROVED
    __VERIFIER_assert(x <= 1998); // PROVED
    __VERIFIER_assert(x < 1024); // MUST-WARN
    return 0;
}
