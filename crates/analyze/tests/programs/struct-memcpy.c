// memcpy copies what is there.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long n);
struct S { int a, b; };
int main(void) {
    struct S s = { 1, 2 }, t = { 3, 4 };
    memcpy(&t, &s, sizeof s);
    __VERIFIER_assert(t.a == 1 && t.b == 2); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(t.a == 3); // MUST-WARN
    int x = 5, y = 6;
    memcpy(&x, &y, 2);
    __VERIFIER_assert(x == 5); // MUST-WARN
    return 0;
}
