// A struct is assigned to itself by another name.
#include "verifier.h"

struct S { int a, b; };
int main(void) {
    struct S s = { 1, 2 };
    struct S *p = &s;
    *p = s;
    __VERIFIER_assert(s.a == 1 && s.b == 2); // PROVED
    s.a = __VERIFIER_nondet_int();
    *p = s;
    __VERIFIER_assert(s.a == 1); // MUST-WARN
    return 0;
}
