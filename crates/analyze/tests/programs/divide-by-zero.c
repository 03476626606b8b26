// A divisor that may be zero.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int q = 0, r = 0;
    if (__VERIFIER_nondet_bool())
        q = 100 / x; // MUST-WARN division
    r = 100 % x; // MUST-WARN division
    if (x != 0)
        q += 100 / x; // PROVED division
    if (x > 0)
        r += 100 % x; // PROVED division
    return q + r > 0;
}
