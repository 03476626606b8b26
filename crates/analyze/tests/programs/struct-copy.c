// A copy is no alias.
#include "verifier.h"

struct S { int a, b[2]; };
int main(void) {
    struct S s = { 1, { 2, 3 } }, t;
    t = s;
    s.a = 10;
    s.b[1] = 30;
    __VERIFIER_assert(t.a == 1 && t.b[1] == 3); // PROVED
    __VERIFIER_assert(s.a == 10 && s.b[0] == 2); // PROVED
    __VERIFIER_assert(t.a == 10); // DEFINITE
    return 0;
}
