// After an overflow the result is any value, or the wrapped one: what follows must be warned about.
//! overflow: check
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 2147483590 && x <= 2147483600);
    int y = x + 47; // PROVED overflow
    int z = x + 48; // MUST-WARN overflow
    __VERIFIER_assert(y > 0); // PROVED
    __VERIFIER_assert(z > 0); // MUST-WARN
    return 0;
}
