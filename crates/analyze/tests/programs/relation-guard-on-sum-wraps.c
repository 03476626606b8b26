// A guard on a sum that wraps says nothing about its parts.
//! overflow: wrap
//! try: 2147483651
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x + 10 < 0)
        __VERIFIER_assert(x < -10); // MUST-WARN
    unsigned u = __VERIFIER_nondet_uint();
    if (u + 10 < 10)
        __VERIFIER_assert(u == 0); // MUST-WARN
    if (u * 2 == 6)
        __VERIFIER_assert(u == 3); // MUST-WARN
    return 0;
}
