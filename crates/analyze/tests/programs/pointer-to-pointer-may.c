// After a weak update of a pointer it may point to either.
#include "verifier.h"

int main(void) {
    int x = 0, y = 0;
    int *p = &x, *q = &x;
    int **pp = __VERIFIER_nondet_int() ? &p : &q;
    *pp = &y;
    *p = 1;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x == 1); // MUST-WARN
    __VERIFIER_assert(y == 0); // MUST-WARN
    __VERIFIER_assert(x >= 0 && x <= 1); // PROVED
    return 0;
}
