// Cases in any order that cover all values: the default is never reached. Where some are missing, it has these.
#include "verifier.h"

int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    int seen = 0;
    switch (length & 7) {
    case 6: case 4: seen = 1; break;
    case 7: case 5: case 1: seen = 2; break;
    case 0: case 3: case 2: seen = 3; break;
    default: __VERIFIER_assert(0); // PROVED
    }
    __VERIFIER_assert(seen != 0); // PROVED
    int x = __VERIFIER_nondet_int();
    if (x < -1 || x > 5) return 0;
    switch (x) {
    case 5: case -1: case 1: case 0: break;
    case 4: break;
    default:
        __VERIFIER_assert(x == 2 || x == 3); // PROVED
        __VERIFIER_assert(x == 2); // MUST-WARN
    }
    return 0;
}
