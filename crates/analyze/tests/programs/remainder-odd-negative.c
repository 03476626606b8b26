// The remainder of an odd negative number is -1.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x % 2 != 0)
        __VERIFIER_assert(x % 2 == 1); // MUST-WARN
    if (x % 2 == 1)
        __VERIFIER_assert(x > 0); // HOLDS
    return 0;
}
