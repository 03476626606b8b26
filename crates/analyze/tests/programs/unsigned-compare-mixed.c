// A negative number is great when compared with an unsigned one.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned limit = 10u;
    if (x < limit) {
        __VERIFIER_assert(x >= 0 && x < 10); // PROVED
    } else {
        __VERIFIER_assert(x >= 10); // MUST-WARN
    }
    return 0;
}
