// What a remainder says about its operand.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 100);
    if (x % 2 == 0) {
        __VERIFIER_assert(x != 51); // PROVED intervals*congruences
        __VERIFIER_assert(x <= 98); // MUST-WARN
    }
    return 0;
}
