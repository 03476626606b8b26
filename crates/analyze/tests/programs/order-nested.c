// Conflicts inside of conflicts, and more of them than orders are followed.
#include "verifier.h"

int t;
int set(int x) { t = x; return x; }
int main(void) {
    int r = (set(1) + set(2)) + (set(3) + set(4));
    __VERIFIER_assert(r == 10); // PROVED
    __VERIFIER_assert(t >= 1 && t <= 4); // PROVED
    __VERIFIER_assert(t == 4); // HOLDS
    r = set(1) + set(2) + set(3) + set(4) + set(5) + set(6);
    __VERIFIER_assert(r == 21); // PROVED
    __VERIFIER_assert(t >= 1 && t <= 6); // HOLDS
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 20); // MUST-WARN
    return 0;
}
