// Ranges of cases, both ends included.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
    case 10 ... 20:
        __VERIFIER_assert(x >= 10 && x <= 20); // PROVED
        __VERIFIER_assert(x < 20); // MUST-WARN
        break;
    case -5 ... -1:
        __VERIFIER_assert(x < 0); // PROVED
        break;
    default:
        __VERIFIER_assert(x > 20); // MUST-WARN
    }
    return 0;
}
