// memset changes every byte.
#include "verifier.h"

extern void *memset(void *p, int c, unsigned long n);
struct S { int a, b; };
int main(void) {
    struct S s = { 1, 2 };
    memset(&s, 0, sizeof s);
    __VERIFIER_assert(s.a == 0 && s.b == 0); // PROVED
    memset(&s, 1, sizeof s);
    __VERIFIER_assert(s.a == 0x01010101); // PROVED
    __VERIFIER_assert(s.a == 1); // MUST-WARN
    return 0;
}
