// A pointer to one of two variables: both may change, neither must.
#include "verifier.h"

int main(void) {
    int x = 1, y = 1;
    int *p = __VERIFIER_nondet_int() ? &x : &y;
    *p = 5; // PROVED access
    __VERIFIER_assert(x >= 1 && x <= 5); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x == 1); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(y == 1); // MUST-WARN
    __VERIFIER_assert(x == 5); // MUST-WARN
    return 0;
}
