// Division rounds to zero; a remainder has the sign of the dividend.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -10 && x <= 10);
    __VERIFIER_assert(x / 3 >= -3 && x / 3 <= 3); // PROVED
    __VERIFIER_assert(x % 3 >= -2 && x % 3 <= 2); // PROVED
    __VERIFIER_assert(x % 3 >= 0); // MUST-WARN
    __VERIFIER_assert(x / 3 * 3 == x); // MUST-WARN
    return 0;
}
