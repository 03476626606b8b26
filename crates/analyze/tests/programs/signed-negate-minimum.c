// The least int is its own negation.
//! overflow: wrap
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == -x && __VERIFIER_nondet_bool())
        __VERIFIER_assert(x == 0); // MUST-WARN
    if (x < 0)
        __VERIFIER_assert(-x > 0); // MUST-WARN
    return 0;
}
