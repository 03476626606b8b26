// The value of a statement expression is that of its last statement.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = ({ int t = 0; if (x > 0) t = 3; t + 1; });
    __VERIFIER_assert(y == 1 || y == 4); // PROVED intervals*congruences
    __VERIFIER_assert(y >= 1 && y <= 4); // PROVED
    __VERIFIER_assert(y == 1); // MUST-WARN
    int z = ({ if (x == 5) goto five; 2; });
    __VERIFIER_assert(z == 2); // PROVED
    return 0;
five:
    __VERIFIER_assert(x == 5); // PROVED
    return 0;
}
