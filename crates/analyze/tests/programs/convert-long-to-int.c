// The lower half of a long may be anything.
#include "verifier.h"

int main(void) {
    long x = __VERIFIER_nondet_long();
    int low = (int)x;
    if (x > 0)
        __VERIFIER_assert(low > 0); // MUST-WARN
    if (x > 0 && x < 1000)
        __VERIFIER_assert((int)x > 0); // PROVED
    return 0;
}
