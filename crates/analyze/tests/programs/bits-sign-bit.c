// A mask with the sign bit gives a negative number.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int top = x & (-2147483647 - 1);
    __VERIFIER_assert(top <= 0); // HOLDS
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(top == 0); // MUST-WARN
    int both = x | 1;
    __VERIFIER_assert(both != 0); // HOLDS
    __VERIFIER_assert(both > 0); // MUST-WARN
    return 0;
}
