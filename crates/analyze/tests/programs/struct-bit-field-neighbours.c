// A write to one bit-field through the whole word changes the others.
#include "verifier.h"

union U { struct { unsigned a : 4, b : 4; } bits; unsigned word; };
int main(void) {
    union U u;
    u.word = 0;
    u.bits.a = 5;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(u.word == 0); // MUST-WARN
    u.word = 255;
    __VERIFIER_assert(u.bits.b == 0); // MUST-WARN
    return 0;
}
