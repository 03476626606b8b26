// A narrow unsigned bit-field is promoted to int.
#include "verifier.h"

struct B { unsigned u : 3; };
int main(void) {
    struct B b;
    b.u = __VERIFIER_nondet_uint();
    int d = b.u - 8;
    __VERIFIER_assert(d < 0); // PROVED
    __VERIFIER_assert(d >= -8); // PROVED
    __VERIFIER_assert(d >= -7); // MUST-WARN
    return 0;
}
