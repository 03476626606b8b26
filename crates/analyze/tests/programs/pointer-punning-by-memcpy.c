// The bits of a float by memcpy.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long n);
int main(void) {
    float f = 1.0f;
    unsigned u = 0;
    memcpy(&u, &f, sizeof u);
    __VERIFIER_assert(u == 0x3f800000u); // HOLDS
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(u == 0); // MUST-WARN
    __VERIFIER_assert(u == 1); // MUST-WARN
    return 0;
}
