// A float guard and what follows.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d > 1.0 && d < 2.0)
        __VERIFIER_assert(d > 0.5); // PROVED
    __VERIFIER_assert(d < 2.0); // MUST-WARN
    return 0;
}
