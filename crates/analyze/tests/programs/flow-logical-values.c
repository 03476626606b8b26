// Comparisons and ! give 0 or 1, also in sums.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int s = (x > 0) + (y > 0) + !x;
    __VERIFIER_assert(s >= 0 && s <= 3); // PROVED
    __VERIFIER_assert(s <= 1); // MUST-WARN
    int both = x > 5 && y > 5;
    if (both)
        __VERIFIER_assert(x > 5); // PROVED polyhedra
    __VERIFIER_assert(!!x == (x != 0)); // HOLDS
    return 0;
}
