// An automatic variable without a value has any.
#include "verifier.h"

int main(void) {
    int x;
    int y = 1;
    if (__VERIFIER_nondet_int())
        x = 3;
    __VERIFIER_assert(x == 3); // MUST-WARN
    __VERIFIER_assert(y == 1); // PROVED
    return 0;
}
