// The least number has no quotient by -1, and the machine traps.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), q = 0;
    if (__VERIFIER_nondet_bool()) {
        x = -2147483647 - 1;
        y = __VERIFIER_nondet_bool() ? -1 : -2;
    }
    if (y < 0 && y > -3) {
        if (__VERIFIER_nondet_bool())
            q = x / y; // MUST-WARN division
        q = x % y; // MUST-WARN division
    }
    if (y < -1)
        q = x / y; // PROVED division
    return q == 0;
}
