// A copy is equal until one of both changes.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = a;
    __VERIFIER_assert(a == b); // PROVED zones octagons polyhedra
    b ^= 1;
    __VERIFIER_assert(a == b); // MUST-WARN
    return 0;
}
