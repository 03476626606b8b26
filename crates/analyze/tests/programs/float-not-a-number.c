// NaN is not equal to itself, and not ordered.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(d == d); // MUST-WARN
    if (!(d < 1.0))
        __VERIFIER_assert(d >= 1.0); // MUST-WARN
    return 0;
}
