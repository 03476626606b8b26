// An else belongs to the nearest if.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r = 0;
    if (a > 0)
        if (b > 0)
            r = 1;
        else
            r = 2;
    __VERIFIER_assert(r <= 2); // PROVED
    if (a <= 0)
        __VERIFIER_assert(r == 0); // HOLDS
    __VERIFIER_assert(r != 2); // MUST-WARN
    return 0;
}
