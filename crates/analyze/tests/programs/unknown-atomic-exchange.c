// An atomic exchange has four operands, as `?:` of GNU C seems to have.
#include "verifier.h"

int main(void) {
    int x = 1, y = 2, old = 3;
    __atomic_exchange(&x, &y, &old, 0);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x == 1); // MUST-WARN
    __VERIFIER_assert(old == 3); // MUST-WARN
    int z = y ?: 7;
    __VERIFIER_assert(z == 2 || y != 2); // HOLDS
    return 0;
}
