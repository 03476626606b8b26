// A function changes what a pointer points to.
#include "verifier.h"

void set(int *p, int v) { *p = v; } // PROVED access
int main(void) {
    int a = 5, b = 6;
    set(&a, 7);
    __VERIFIER_assert(a == 7); // PROVED
    __VERIFIER_assert(b == 6); // PROVED
    set(__VERIFIER_nondet_int() ? &a : &b, 9);
    __VERIFIER_assert(a == 7); // MUST-WARN
    __VERIFIER_assert(b >= 6 && b <= 9); // PROVED
    return 0;
}
