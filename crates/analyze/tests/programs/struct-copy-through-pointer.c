// A whole struct is written through a pointer to one of two.
#include "verifier.h"

struct S { int a, b; };
int main(void) {
    struct S s = { 1, 1 }, t = { 2, 2 }, u = { 9, 9 };
    struct S *p = __VERIFIER_nondet_int() ? &s : &t;
    *p = u;
    __VERIFIER_assert(s.b >= 1 && s.b <= 9); // HOLDS
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s.b == 1); // MUST-WARN
    __VERIFIER_assert(t.a == 9); // MUST-WARN
    return 0;
}
