// A difference of unsigned numbers wraps unless the guard says otherwise.
#include "verifier.h"

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned d = a - b;
    __VERIFIER_assert(d <= a); // MUST-WARN
    if (a <= 10 && b <= 10 && a >= b) {
        unsigned e = a - b;
        __VERIFIER_assert(e <= 10); // PROVED zones octagons polyhedra
    }
    return 0;
}
