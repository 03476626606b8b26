// A call through a pointer chosen at run time.
#include "verifier.h"

int g;
int one(void) { g = 10; return 1; }
int two(void) { return 2; }
int main(void) {
    int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
    int r = f();
    __VERIFIER_assert(r >= 1 && r <= 2); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(r == 2); // MUST-WARN
    __VERIFIER_assert(g == 0); // MUST-WARN
    return 0;
}
