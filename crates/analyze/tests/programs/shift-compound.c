// The amount of a compound shift keeps its own type.
#include "verifier.h"

int main(void) {
    unsigned x = 1;
    long n = __VERIFIER_nondet_long();
    __VERIFIER_assume(n >= 0 && n <= 32);
    x <<= n; // MUST-WARN shift
    return x;
}
