// Operators that fix the order.
#include "verifier.h"

int t;
int set(int x) { t = x; return x; }
int get(void) { return t; }
int main(void) {
    int r = (set(1), get());
    __VERIFIER_assert(r == 1); // PROVED
    r = set(0) || get();
    __VERIFIER_assert(r == 0); // PROVED
    r = set(3) ? get() : 0;
    __VERIFIER_assert(r == 3); // PROVED
    int a = set(4), b = get();
    __VERIFIER_assert(a == 4 && b == 4); // PROVED
    t = set(5) + 1;
    __VERIFIER_assert(t == 6); // PROVED
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(t == 5); // MUST-WARN
    return 0;
}
