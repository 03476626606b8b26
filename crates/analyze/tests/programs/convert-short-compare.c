// Both sides are promoted before they are compared.
#include "verifier.h"

int main(void) {
    short s = __VERIFIER_nondet_short();
    unsigned short u = (unsigned short)s;
    __VERIFIER_assert(s == u); // MUST-WARN
    if (s >= 0)
        __VERIFIER_assert(s == u); // PROVED zones octagons polyhedra
    return 0;
}
