// The divisor is zero only on one path through two conditions.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int d = 1;
    if (a > 5)
        d = d - 1;
    if (b > 5)
        d = d + 1;
    int q = 10 / d; // MUST-WARN division
    return q;
}
