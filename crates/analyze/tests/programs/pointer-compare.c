// Pointers to different objects differ.
#include "verifier.h"

int main(void) {
    int x = 0, y = 0;
    int *p = &x;
    if (__VERIFIER_nondet_int())
        p = &y;
    if (p == &x) {
        *p = 1;
        __VERIFIER_assert(x == 1); // PROVED
        __VERIFIER_assert(y == 0); // PROVED
    }
    __VERIFIER_assert(p == &x); // MUST-WARN
    __VERIFIER_assert(p != 0); // PROVED
    return 0;
}
