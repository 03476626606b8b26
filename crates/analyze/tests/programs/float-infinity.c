// Infinite values pass guards that ask for large ones.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d > 1e308) {
        double e = d - d;
        __VERIFIER_assert(e == 0.0); // MUST-WARN
    }
    return 0;
}
