// Without a default a switch may do nothing.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1: y = 1; break;
    case 2: y = 2; break;
    }
    __VERIFIER_assert(y <= 2); // PROVED
    __VERIFIER_assert(y != 0); // MUST-WARN
    return 0;
}
