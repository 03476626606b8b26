// The end of a loop is unknown but bounded.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    __VERIFIER_assume(n >= 0 && n <= 50);
    for (i = 0; i < n; i++)
        __VERIFIER_assert(i < 50); // PROVED
    __VERIFIER_assert(i == n); // PROVED zones octagons polyhedra
    __VERIFIER_assert(i > 0); // MUST-WARN
    return 0;
}
