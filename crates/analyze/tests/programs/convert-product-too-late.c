// The product is computed in int, the cast comes too late.
//! overflow: wrap
//! try: 50000
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 100000);
    long late = (long)(x * x);
    long early = (long)x * x;
    __VERIFIER_assert(early >= 0 && early <= 10000000000L); // PROVED
    __VERIFIER_assert(late >= 0); // MUST-WARN
    return 0;
}
