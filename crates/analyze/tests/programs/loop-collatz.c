// Nothing is known about where it goes, but it stays positive below a bound.
#include "verifier.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n < 50);
    int steps = 0;
    while (n != 1 && steps < 5) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    __VERIFIER_assert(steps <= 5); // PROVED
    __VERIFIER_assert(n == 1); // MUST-WARN
    return 0;
}
