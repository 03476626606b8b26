// A guard on a converted value refines only if the conversion loses nothing.
#include "verifier.h"

int main(void) {
    long x = __VERIFIER_nondet_long();
    if ((int)x > 5)
        __VERIFIER_assert(x > 5); // MUST-WARN
    unsigned short s = __VERIFIER_nondet_ushort();
    if ((int)s > 5)
        __VERIFIER_assert(s > 5); // PROVED
    if ((signed char)s > 5)
        __VERIFIER_assert(s < 128); // MUST-WARN
    return 0;
}
