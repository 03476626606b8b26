// Fields that were never written have any value; an initialiser zeroes the rest.
#include "verifier.h"

struct S { int a, b; };
int main(void) {
    struct S s;
    s.a = 1;
    __VERIFIER_assert(s.b == 0); // MUST-WARN
    struct S t = { .a = 1 };
    __VERIFIER_assert(t.b == 0); // PROVED
    return 0;
}
