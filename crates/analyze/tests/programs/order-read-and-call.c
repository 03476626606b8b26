// An operand reads what a call in the other one changes.
#include "verifier.h"

int t;
int set(int x) { t = x; return 0; }
int main(void) {
    int sum = t + set(7);
    __VERIFIER_assert(sum == 0 || sum == 7); // PROVED unions ; HOLDS
    __VERIFIER_assert(sum >= 0 && sum <= 7); // PROVED
    t = 0;
    int other = set(7) + t;
    __VERIFIER_assert(other == 7 || other == 0); // HOLDS
    t = 0;
    int difference = set(7) - t;
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(difference == 0); // MUST-WARN
    __VERIFIER_assert(t == 7); // PROVED
    return 0;
}
