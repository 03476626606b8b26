// An enumeration without negative constants is unsigned in gcc.
#include "verifier.h"

enum Colour { RED, GREEN = 5, BLUE };
int main(void) {
    enum Colour c = (enum Colour)__VERIFIER_nondet_int();
    __VERIFIER_assert(BLUE == 6); // PROVED
    __VERIFIER_assert(c <= BLUE); // MUST-WARN
    switch (c) {
    case RED:
    case GREEN:
    case BLUE:
        __VERIFIER_assert(c <= 6); // PROVED
        break;
    default:
        __VERIFIER_assert(c > 6); // MUST-WARN
    }
    return 0;
}
