// A literal of struct type, and its address.
#include "verifier.h"

struct P { int x, y; };
int total(struct P *p) { return p->x + p->y; }
int main(void) {
    struct P p = (struct P){ .y = 4 };
    __VERIFIER_assert(p.x == 0 && p.y == 4); // PROVED
    int s = total(&(struct P){ 1, 2 });
    __VERIFIER_assert(s == 3); // PROVED
    __VERIFIER_assert(s == 4); // DEFINITE
    return 0;
}
