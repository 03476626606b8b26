// The right operand is evaluated only if the left one is true.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), calls = 0;
    if (x > 0 && ++calls > 0)
        __VERIFIER_assert(x > 0 && calls == 1); // PROVED
    __VERIFIER_assert(calls <= 1); // PROVED
    __VERIFIER_assert(calls == 1); // MUST-WARN
    return 0;
}
