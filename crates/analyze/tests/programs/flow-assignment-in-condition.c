// The condition is the value that was assigned.
#include "verifier.h"

int main(void) {
    int x, n = 0;
    while ((x = __VERIFIER_nondet_int()) != 0 && n < 10)
        n++;
    __VERIFIER_assert(n <= 10); // PROVED
    __VERIFIER_assert(x == 0 || n == 10); // HOLDS
    if (x = 5)
        __VERIFIER_assert(x == 5); // PROVED
    __VERIFIER_assert(n == 0); // MUST-WARN
    return 0;
}
