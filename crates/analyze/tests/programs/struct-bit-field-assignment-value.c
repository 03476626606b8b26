// The value of an assignment to a bit-field is what was stored.
#include "verifier.h"

struct B { unsigned a : 3; int s : 3; };
int main(void) {
    struct B x;
    int v = (x.a = 12);
    int w = (x.s = 5);
    __VERIFIER_assert(v == 4 && w == -3); // PROVED
    __VERIFIER_assert(v == 12); // DEFINITE
    return 0;
}
