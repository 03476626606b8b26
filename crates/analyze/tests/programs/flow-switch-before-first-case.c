// Statements before the first case never run, their declarations hold no value.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x) {
        int y = 3;
    case 1:
        __VERIFIER_assert(y == 3); // MUST-WARN
        break;
    default:
        y = 4;
        __VERIFIER_assert(y == 4); // PROVED
    }
    return 0;
}
