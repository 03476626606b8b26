// _Bool asks whether a value is not 0; it does not cut bits off.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    __VERIFIER_assert(b == 0 || b == 1); // PROVED
    if (x == 256)
        __VERIFIER_assert(b == 1); // HOLDS
    if (!b)
        __VERIFIER_assert(x == 0); // HOLDS
    __VERIFIER_assert(b == (x & 1)); // MUST-WARN
    return 0;
}
