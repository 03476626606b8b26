// A flag that is set once stays set, another may be either.
#include "verifier.h"

int main(void) {
    unsigned flags = 0;
    if (__VERIFIER_nondet_int())
        flags |= 4u;
    flags |= 1u;
    __VERIFIER_assert(flags <= 7); // PROVED
    __VERIFIER_assert(flags != 0); // PROVED
    __VERIFIER_assert(flags & 4u); // MUST-WARN
    return 0;
}
