// A pointer to a field changes that field and no other.
#include "verifier.h"

struct Point { int x, y; };
int main(void) {
    struct Point p = { 1, 2 };
    int *q = &p.y;
    *q = 7;
    __VERIFIER_assert(p.y == 7); // PROVED
    __VERIFIER_assert(p.x == 1); // PROVED
    struct Point *r = &p;
    r->x = 9;
    __VERIFIER_assert(p.x == 9); // PROVED
    __VERIFIER_assert((*r).y == 2); // DEFINITE
    return 0;
}
