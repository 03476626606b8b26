// A long double may be finite beyond all doubles.
#include "verifier.h"

int main(void) {
    long double most = __LDBL_MAX__, large = 1e4000L, none = __builtin_infl();
    __VERIFIER_assert(most >= 1e300L); // PROVED
    __VERIFIER_assert(most != none); // HOLDS
    __VERIFIER_assert(large - large == 0); // HOLDS
    __VERIFIER_assert(large / large == 1); // HOLDS
    __VERIFIER_assert(-most + most == 0); // HOLDS
    __VERIFIER_assert(1e-4000L > 0); // HOLDS
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_assert(most == none); // MUST-WARN
    }
    return 0;
}
