// The condition itself changes what it tests.
#include "verifier.h"

int main(void) {
    int n = 10, turns = 0;
    while (n-- > 0)
        turns++;
    __VERIFIER_assert(n == -1); // PROVED zones octagons polyhedra
    __VERIFIER_assert(turns == 10); // PROVED octagons polyhedra
    __VERIFIER_assert(n == 0); // MUST-WARN
    return 0;
}
