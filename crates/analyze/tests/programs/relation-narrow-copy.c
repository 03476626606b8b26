// A copy through a narrower type is equal only inside its range.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    short s = (short)x;
    if (s > 100)
        __VERIFIER_assert(x > 100); // MUST-WARN
    if (x >= 0 && x <= 1000) {
        short t = (short)x;
        __VERIFIER_assert(t == x); // PROVED zones octagons polyhedra
    }
    return 0;
}
