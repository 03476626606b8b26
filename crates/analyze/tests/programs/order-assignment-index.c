// The index on the left may be read before or after the call on the right.
#include "verifier.h"

int i, a[4];
int next(int n) { i = n; return 9; }
int main(void) {
    a[i] = next(2);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(a[0] == 9); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(a[2] == 9); // MUST-WARN
    __VERIFIER_assert(a[1] == 0 && a[3] == 0); // HOLDS
    __VERIFIER_assert(i == 2); // PROVED
    return 0;
}
