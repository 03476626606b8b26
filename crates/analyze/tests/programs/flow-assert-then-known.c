// After an assertion its condition is known, whether proved or not.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x < 10); // MUST-WARN
    __VERIFIER_assert(x < 11); // PROVED
    return 0;
}
