// Arguments that write different variables, or only read: any order gives the same.
#include "verifier.h"

int t = 5, u;
int f(void) { t = 1; return t; }
int g(void) { u = 2; return u; }
int get(void) { return t; }
int sum(int a, int b) { return a + b; }
int main(void) {
    int r = sum(get(), get());
    __VERIFIER_assert(r == 10); // PROVED
    r = sum(f(), g());
    __VERIFIER_assert(r == 3 && t == 1 && u == 2); // PROVED
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(u == 1); // MUST-WARN
    return 0;
}
