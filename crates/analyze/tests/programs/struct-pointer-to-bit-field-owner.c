// A struct with bit-fields is changed as a whole through a pointer.
#include "verifier.h"

struct B { unsigned a : 5, b : 11; };
int main(void) {
    struct B x = { 3, 700 }, y = { 4, 800 };
    struct B *p = &x;
    *p = y;
    __VERIFIER_assert(x.a == 4 && x.b == 800); // PROVED
    p->b += 1300;
    __VERIFIER_assert(x.b == 52); // PROVED
    __VERIFIER_assert(x.a == 3); // DEFINITE
    return 0;
}
