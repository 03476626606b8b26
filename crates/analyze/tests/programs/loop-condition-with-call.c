// The condition calls a function with an effect.
#include "verifier.h"

static int left = 5;
static int more(void) { return left-- > 0; }
int main(void) {
    int n = 0;
    while (more())
        n++;
    __VERIFIER_assert(left <= 5); // HOLDS
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(left == 5); // MUST-WARN
    __VERIFIER_assert(n == 0); // MUST-WARN
    return 0;
}
