// A counter that stays odd, whatever wraps.
#include "verifier.h"

int main(void) {
    unsigned odd = 1;
    int flags = 0;
    while (__VERIFIER_nondet_bool()) {
        odd += 2;
        if (__VERIFIER_nondet_bool())
            flags |= 4;
        if (__VERIFIER_nondet_bool())
            flags ^= 8;
        __VERIFIER_assert(odd != 0); // PROVED standard
        __VERIFIER_assert((flags & 3) == 0); // PROVED standard
    }
    __VERIFIER_assert(odd % 2 == 1); // PROVED standard
    __VERIFIER_assert(flags == 0 || flags == 4 || flags == 8 || flags == 12); // HOLDS
    __VERIFIER_assert(flags != 12); // MUST-WARN
    return 0;
}
