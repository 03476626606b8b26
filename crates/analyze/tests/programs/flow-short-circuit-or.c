// The right operand of || has an effect only if the left one is false.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), n = 5;
    if (x == 3 || (n = x) == 7)
        __VERIFIER_assert(x == 3 || x == 7); // HOLDS
    else
        __VERIFIER_assert(n != 7); // HOLDS
    __VERIFIER_assert(n == 5); // MUST-WARN
    return 0;
}
