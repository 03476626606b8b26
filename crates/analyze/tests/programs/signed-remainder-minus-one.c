// The remainder by -1 overflows for the least int.
//! overflow: check
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = 0;
    if (x > -2147483647 - 1)
        r = x % -1; // PROVED division
    __VERIFIER_assert(r == 0); // PROVED
    return r;
}
