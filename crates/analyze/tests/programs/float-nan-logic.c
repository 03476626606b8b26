// NaN fails every comparison but `!=`.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d == d) {
        __VERIFIER_assert(d <= 1.0 || d > 1.0); // HOLDS
        if (!(d < 1.0))
            __VERIFIER_assert(d >= 1.0); // PROVED
    } else {
        __VERIFIER_assert(!(d < 1.0)); // PROVED
        __VERIFIER_assert(d != 3.0); // PROVED
    }
    if (!(d <= 5.0))
        __VERIFIER_assert(d > 5.0); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(d >= 5.0 || d < 5.0); // HOLDS
    double zero = d - d;
    __VERIFIER_assert(zero == 0.0); // MUST-WARN
    double bottom = 0.0;
    double quotient = bottom / bottom;
    __VERIFIER_assert(quotient != quotient); // PROVED
    int truth = quotient ? 1 : 0;
    __VERIFIER_assert(truth == 1); // PROVED
    return 0;
}
