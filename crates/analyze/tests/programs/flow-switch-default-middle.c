// A default in the middle falls through into the next case.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1: y = 1; break;
    default: y = 5;
    case 2: y++; break;
    }
    __VERIFIER_assert(y >= 1 && y <= 6); // PROVED
    __VERIFIER_assert(y <= 5); // MUST-WARN
    return 0;
}
