// The fields of a union share their bytes.
#include "verifier.h"

union U { int i; unsigned u; unsigned char bytes[4]; };
int main(void) {
    union U x;
    x.i = -1;
    __VERIFIER_assert(x.u == 4294967295u); // PROVED
    __VERIFIER_assert(x.bytes[0] == 255); // HOLDS
    x.bytes[3] = 0;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x.i == -1); // MUST-WARN
    __VERIFIER_assert(x.u == 4294967295u); // MUST-WARN
    return 0;
}
