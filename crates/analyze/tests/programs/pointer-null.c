// A pointer that may be null.
#include "verifier.h"

int main(void) {
    int x = 3;
    int *p = __VERIFIER_nondet_int() ? &x : 0;
    if (p)
        *p = 4; // PROVED access
    __VERIFIER_assert(x == 3); // MUST-WARN
    return *p; // MUST-WARN access
}
