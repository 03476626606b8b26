// Bounds of doubles through arithmetic, and a bound that is too tight.
#include "verifier.h"

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x >= -10.0 && x <= 10.0) {
        double y = x * x;
        __VERIFIER_assert(y >= 0.0 && y <= 100.0); // PROVED
        double z = 2.0 * x + 1.0;
        __VERIFIER_assert(z >= -19.0 && z <= 21.0); // PROVED
        if (__VERIFIER_nondet_bool())
            __VERIFIER_assert(z <= 20.0); // MUST-WARN
        __VERIFIER_assert(x - 20.0 < 0.0); // PROVED
        __VERIFIER_assert(1.0 / (x + 11.0) <= 1.0); // PROVED
        __VERIFIER_assert(-x <= 10.0); // PROVED
    }
    return 0;
}
