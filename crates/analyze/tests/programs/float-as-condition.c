// Negative zero is false, NaN is true.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    int truth = d ? 1 : 0;
    __VERIFIER_assert(truth >= 0 && truth <= 1); // PROVED
    __VERIFIER_assert(truth); // MUST-WARN
    __VERIFIER_assert(!truth); // MUST-WARN
    return 0;
}
