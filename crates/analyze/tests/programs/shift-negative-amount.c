// A negative amount is undefined too, and a signed test of the upper end alone does not help.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    int x = 0;
    if (n < 32)
        x = 1 << n; // MUST-WARN shift
    if (n >= 0 && n < 31)
        x = 1 << n; // PROVED shift
    return x;
}
