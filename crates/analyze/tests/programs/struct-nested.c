// Structs in structs.
#include "verifier.h"

struct In { int x, y; };
struct Out { struct In in[2]; int z; };
int main(void) {
    struct Out o = { { { 1, 2 }, { 3, 4 } }, 5 };
    struct In *p = &o.in[1];
    p->y = 40;
    __VERIFIER_assert(o.in[1].y == 40); // PROVED
    __VERIFIER_assert(o.in[0].y == 2 && o.z == 5); // PROVED
    __VERIFIER_assert(o.in[1].x == 4); // DEFINITE
    return 0;
}
