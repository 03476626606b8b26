// Built-in arithmetic with a flag for overflow.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), r = 0;
    if (__builtin_add_overflow(x, 1, &r))
        return 0;
    __VERIFIER_assert(r == 0); // MUST-WARN
    return 0;
}
