// A loop that somebody may end before its bound.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0;
    while (i < n && __VERIFIER_nondet_int()) {
        i++;
    }
    __VERIFIER_assert(i >= 0); // PROVED
    __VERIFIER_assert(n < 0 || i <= n); // PROVED standard
    __VERIFIER_assert(i == n); // MUST-WARN
    int k = 0;
    while (__VERIFIER_nondet_int() && k < 4) {
        k += 2;
    }
    __VERIFIER_assert(k <= 5); // PROVED
    __VERIFIER_assert(k <= 4); // PROVED standard
    __VERIFIER_assert(k < 4); // MUST-WARN
    return 0;
}
