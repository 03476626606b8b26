// A struct by value may be read when all other arguments are done.
#include "verifier.h"

struct pair { int a, b; } s;
int set(int x) { s.a = x; s.b = x; return x; }
int use(struct pair p, int x, struct pair q) { return p.a + q.a; }
int main(void) {
    int r = use(s, set(3), s);
    __VERIFIER_assert(r >= 0 && r <= 6); // PROVED
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 3); // MUST-WARN
    __VERIFIER_assert(s.a == 3 && s.b == 3); // PROVED
    return 0;
}
