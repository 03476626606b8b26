// A byte pattern over bit-fields that start in the middle of bytes.
#include "verifier.h"

extern void *memset(void *s, int c, unsigned long n);
struct S { unsigned a : 4; unsigned b : 8; unsigned c : 4; unsigned d : 16; };
int main(void) {
    struct S s;
    memset(&s, 0x12, sizeof s);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s.b == 0x12); // MUST-WARN
    __VERIFIER_assert(s.d == 0x1212); // PROVED
    memset(&s, 0xff, sizeof s);
    __VERIFIER_assert(s.b == 0xff && s.a == 0xf); // PROVED
    memset(&s, 0, sizeof s);
    __VERIFIER_assert(s.b == 0 && s.c == 0); // PROVED
    return 0;
}
