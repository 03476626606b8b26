// A field narrower than what is stored.
#include "verifier.h"

struct S { unsigned char c; short s; };
int main(void) {
    struct S t;
    int x = __VERIFIER_nondet_int();
    t.c = x;
    t.s = x;
    __VERIFIER_assert(t.c <= 255); // PROVED
    __VERIFIER_assert(t.s >= -32768 && t.s <= 32767); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(t.c == x); // MUST-WARN
    __VERIFIER_assert(t.s == x); // MUST-WARN
    return 0;
}
