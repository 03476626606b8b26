// A struct is assigned to a part of a union that holds it too.
#include "verifier.h"

struct P { int a, b; };
union U { struct { struct P p; int z; } x; struct { int y; struct P q; } w; };
int main(void) {
    union U u;
    u.x.p.a = 1;
    u.x.p.b = 2;
    u.x.z = 3;
    struct P t = u.x.p;
    u.w.q = t;
    __VERIFIER_assert(u.x.p.a == 1); // PROVED
    __VERIFIER_assert(u.x.z == 3); // MUST-WARN
    return 0;
}
