// Effects of arguments happen before the call.
#include "verifier.h"

int n;
int bump(void) { return ++n; }
int twice(int x) { return x + n; }
int main(void) {
    int r = twice(bump());
    __VERIFIER_assert(r == 2 && n == 1); // PROVED
    r = bump() && bump();
    __VERIFIER_assert(n == 3 && r == 1); // PROVED
    if (__VERIFIER_nondet_int() && bump())
        r = 2;
    __VERIFIER_assert(n == 3); // MUST-WARN
    return 0;
}
