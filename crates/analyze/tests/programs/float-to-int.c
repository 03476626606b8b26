// A conversion to int truncates, and is undefined out of range.
#include "verifier.h"

int main(void) {
    double d = __VERIFIER_nondet_double();
    int i = (int)d; // MUST-WARN float-to-int
    if (d > -10.0 && d < 10.0) {
        int j = (int)d; // PROVED float-to-int
        __VERIFIER_assert(j >= -9 && j <= 9); // PROVED
        __VERIFIER_assert(j < 9); // MUST-WARN
    }
    return i;
}
