// The x87 keeps more digits than the type has.
//! model: 32
#include "verifier.h"

int main(void) {
    double x = 1.0, y = 3.0;
    double q = x / y;
    __VERIFIER_assert(q > 0.3 && q < 0.4); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(q == x / y); // MUST-WARN
    float f = 16777216.0f;
    float g = f + 1.0f;
    __VERIFIER_assert(g >= 16777216.0f && g <= 16777218.0f); // PROVED
    __VERIFIER_assert(0.5 + 0.25 == 0.75); // PROVED
    return 0;
}
