// Each nondet function has the range of its type, and all of it.
#include "verifier.h"

int main(void) {
    _Bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assert(b <= 1); // PROVED
    signed char sc = __VERIFIER_nondet_schar();
    __VERIFIER_assert(sc >= -128 && sc <= 127); // PROVED
    unsigned char uc = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(uc <= 255); // PROVED
    short s = __VERIFIER_nondet_short();
    __VERIFIER_assert(s >= -32768 && s <= 32767); // PROVED
    unsigned short us = __VERIFIER_nondet_ushort();
    __VERIFIER_assert(us <= 65535); // PROVED
    unsigned u = __VERIFIER_nondet_uint();
    __VERIFIER_assert(u <= 4294967295u); // PROVED
    long l = __VERIFIER_nondet_long();
    __VERIFIER_assert(l <= 9223372036854775807L); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(sc < 127); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(us < 65535); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(u < 4294967295u); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(l > -9223372036854775807L - 1); // MUST-WARN
    return b;
}
