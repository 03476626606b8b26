// A negative int as an unsigned divisor is never zero, but a cut one may be.
//! try: 256
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 1);
    unsigned char low = (unsigned char)x;
    int q = 10 / low; // MUST-WARN division
    int r = 10 / x; // PROVED division
    return q + r;
}
