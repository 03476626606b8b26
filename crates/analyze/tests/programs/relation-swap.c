// The greater and the less of two.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
    __VERIFIER_assert(a <= b); // PROVED zones octagons polyhedra
    __VERIFIER_assert(a < b); // MUST-WARN
    return 0;
}
