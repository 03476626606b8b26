// Values of an initialiser list are evaluated in any order.
#include "verifier.h"

int n;
int next(void) { return ++n; }
int keep(int a, int b) { return 10 * a + b; }
int main(void) {
    int a[2] = {next(), next()};
    __VERIFIER_assert(a[0] + a[1] >= 2 && a[0] + a[1] <= 4); // PROVED
    __VERIFIER_assert(n == 2); // PROVED
    int k = keep(next(), next());
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(k == 34); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(k == 43); // MUST-WARN
    __VERIFIER_assert(n == 4); // PROVED
    return 0;
}
