// Whether the left side of a compound assignment is read before or after the call is open.
#include "verifier.h"

int t = 10;
int set(int x) { t = x; return 1; }
int main(void) {
    t += set(5);
    __VERIFIER_assert(t >= 6 && t <= 11); // PROVED
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(t == 11); // MUST-WARN
    int u = 3;
    u += set(5);
    __VERIFIER_assert(u == 4 && t == 5); // PROVED
    return 0;
}
