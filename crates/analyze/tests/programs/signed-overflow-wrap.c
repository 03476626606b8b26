// With wrapping arithmetic the successor of the greatest int is the least.
//! overflow: wrap
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x + 1 > x); // MUST-WARN
    return 0;
}
