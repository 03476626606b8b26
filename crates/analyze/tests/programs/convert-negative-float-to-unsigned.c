// A negative float has no unsigned value.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    __VERIFIER_assume(d > -5.0 && d < 5.0);
    unsigned u = (unsigned)d; // MUST-WARN float-to-int
    int i = (int)d; // HOLDS float-to-int
    return u + i;
}
