// Arrays in structs are copied with them.
#include "verifier.h"

struct A { int v[20]; };
int main(void) {
    struct A a = { { 0 } }, b;
    a.v[7] = 3;
    b = a;
    a.v[7] = 4;
    __VERIFIER_assert(b.v[7] >= 0 && b.v[7] <= 3); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(b.v[7] == 4); // MUST-WARN
    __VERIFIER_assert(b.v[7] == 0); // MUST-WARN
    return 0;
}
