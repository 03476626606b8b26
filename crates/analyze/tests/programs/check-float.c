//! checks: all
// Floating operations with finite results, and others. Where one is not finite an assertion of the program tells runs so: the
// difference of such a number and itself is not zero.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    double number = n;
    double square = number * number; // PROVED float
    if (number > 1) {
        double less = square / number; // PROVED float
        float single = (float)less; // PROVED float
        __VERIFIER_assert(single >= 0); // PROVED
    }
    double ratio = 1.0 / number; // MUST-WARN float
    __VERIFIER_assert(ratio - ratio == 0); // MUST-WARN
    double large = 1e300;
    if (n == 3) {
        large *= large; // MUST-WARN float
        __VERIFIER_assert(large - large == 0); // MUST-WARN
    }
    if (n == 4) {
        float narrow = (float)large; // MUST-WARN float
        __VERIFIER_assert(narrow - narrow == 0); // MUST-WARN
    }
    return 0;
}
