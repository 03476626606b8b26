// Two arguments write one variable: which write is the last one is up to the compiler.
#include "verifier.h"

int t, u;
int f(void) { t = 1; return 0; }
int g(void) { t = 2; return 0; }
int h(int a, int b) { u = t; return a + b; }
int main(void) {
    int r = h(f(), g());
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(t == 2); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(t == 1); // MUST-WARN
    __VERIFIER_assert(t >= 1 && t <= 2); // PROVED
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(u == 2); // MUST-WARN
    __VERIFIER_assert(r == 0); // PROVED
    return 0;
}
