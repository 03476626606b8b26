// Two names of one function.
#include "verifier.h"

static int g;
int real(int x) { g = x; return x + 1; }
int other(int x) __attribute__((alias("real")));
int main(void) {
    int r = other(4);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(g == 0); // MUST-WARN
    __VERIFIER_assert(r == 0); // MUST-WARN
    return 0;
}
