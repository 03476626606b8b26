// A mask bounds its result, also that of a negative number.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert((x & 15) >= 0 && (x & 15) <= 15); // PROVED
    __VERIFIER_assert((x & -16) <= x); // HOLDS
    __VERIFIER_assert((x & -16) == x); // MUST-WARN
    __VERIFIER_assert((x & -16) >= 0); // MUST-WARN
    return 0;
}
