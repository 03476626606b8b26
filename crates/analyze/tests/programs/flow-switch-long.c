// A switch over 64 bits.
#include "verifier.h"

int main(void) {
    long x = __VERIFIER_nondet_long();
    int y = 0;
    switch (x) {
    case 4294967296L: y = 1; break;
    case -1: y = 2; break;
    case 0: y = 3; break;
    }
    if (y == 1)
        __VERIFIER_assert((int)x != 0); // MUST-WARN
    __VERIFIER_assert(y <= 3); // PROVED
    return 0;
}
