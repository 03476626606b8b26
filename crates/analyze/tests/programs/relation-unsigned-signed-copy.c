// The same bits, other numbers.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x;
    if (u > 10)
        __VERIFIER_assert(x > 10); // MUST-WARN
    if (u <= 10)
        __VERIFIER_assert(x >= 0 && x <= 10); // HOLDS
    if (x < 0)
        __VERIFIER_assert(u >= 2147483648u); // HOLDS
    return 0;
}
