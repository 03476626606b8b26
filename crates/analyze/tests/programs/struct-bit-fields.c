// Bit-fields wrap at their own width.
#include "verifier.h"

struct B { unsigned u : 3; int s : 4; unsigned : 0; unsigned v : 1; };
int main(void) {
    struct B b = { 7, -8, 1 };
    b.u++;
    __VERIFIER_assert(b.u == 0); // PROVED
    b.s--;
    __VERIFIER_assert(b.s == 7); // PROVED
    b.u = __VERIFIER_nondet_uint();
    __VERIFIER_assert(b.u <= 7); // PROVED
    __VERIFIER_assert(b.u <= 6); // MUST-WARN
    __VERIFIER_assert(b.v == 1); // PROVED
    return 0;
}
