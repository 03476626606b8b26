// A jump passes an assignment by.
#include "verifier.h"

int main(void) {
    int x = 1;
    if (__VERIFIER_nondet_int())
        goto skip;
    x = 5;
skip:
    __VERIFIER_assert(x == 1 || x == 5); // PROVED intervals*congruences
    __VERIFIER_assert(x >= 1 && x <= 5); // PROVED
    __VERIFIER_assert(x == 5); // MUST-WARN
    return 0;
}
