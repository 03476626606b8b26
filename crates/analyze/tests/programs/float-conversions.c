// Between integers and floats, with all that is lost.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    double d = n;
    __VERIFIER_assert(d >= -2147483648.0 && d <= 2147483647.0); // PROVED
    float f = n;
    __VERIFIER_assert(f <= 2147483648.0f); // PROVED
    __VERIFIER_assert(f <= 2147483520.0f); // MUST-WARN
    if (d > 2.5 && d < 7.5) {
        __VERIFIER_assert(n >= 0); // HOLDS
        int back = d;
        __VERIFIER_assert(back >= 2 && back <= 7); // PROVED
    }
    if ((double)n > 2.5 && (double)n < 7.5)
        __VERIFIER_assert(n >= 3 && n <= 7); // PROVED
    double e = __VERIFIER_nondet_double();
    if (e > -1.0 && e < 256.0) {
        unsigned char small = e; // PROVED float-to-int
        __VERIFIER_assert(small >= 1); // MUST-WARN
    }
    if (e >= -1.0 && e <= 256.0) {
        unsigned char small = e; // MUST-WARN float-to-int
        n = small;
    }
    double far = 1e30;
    unsigned long u = 18446744073709551615UL;
    double big = u;
    __VERIFIER_assert(big == 18446744073709551616.0); // PROVED
    n = far; // DEFINITE float-to-int
    return n;
}
