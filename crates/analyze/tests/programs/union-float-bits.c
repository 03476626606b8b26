// The bits of a float.
#include "verifier.h"

union U { float f; unsigned u; };
int main(void) {
    union U x;
    x.f = 1.0f;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x.u == 1u); // MUST-WARN
    x.u = 0;
    __VERIFIER_assert(x.f == 1.0f); // MUST-WARN
    return 0;
}
