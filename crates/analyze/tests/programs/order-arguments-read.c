// A variable is handed over while the other argument changes it.
#include "verifier.h"

int t;
int set(int x) { t = x; return x; }
int first(int a, int b) { return a; }
int second(int a, int b) { return b; }
int main(void) {
    int r = first(t, set(3));
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 0); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 3); // MUST-WARN
    __VERIFIER_assert(r >= 0 && r <= 3); // PROVED
    t = 0;
    r = second(set(4), t);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 0); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 4); // MUST-WARN
    __VERIFIER_assert(t == 4); // PROVED
    return 0;
}
