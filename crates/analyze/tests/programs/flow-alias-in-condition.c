// A condition whose second part changes what the first part tested.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = &x;
    if (x > 0 && (*p = -5)) {
        __VERIFIER_assert(x == -5); // PROVED
        __VERIFIER_assert(x > 0); // MUST-WARN
    }
    return 0;
}
