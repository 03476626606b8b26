// Cases, a default, and a fall through.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1:
        y = 10;
    case 2:
        y += 1;
        break;
    case 5:
        y = 50;
        break;
    default:
        y = -1;
    }
    __VERIFIER_assert(y >= -1 && y <= 50); // PROVED
    if (x == 1)
        __VERIFIER_assert(y == 11); // HOLDS
    __VERIFIER_assert(y != 11); // MUST-WARN
    return 0;
}
