// Only one branch of ?: is evaluated.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0;
    int y = x > 0 ? (n += 1, 10) : (n += 2, 20);
    __VERIFIER_assert(y == 10 || y == 20); // PROVED intervals*congruences
    __VERIFIER_assert(n >= 1 && n <= 2); // PROVED
    __VERIFIER_assert(n == 1); // MUST-WARN
    return 0;
}
