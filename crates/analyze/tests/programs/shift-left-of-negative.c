//! overflow: check
// C defines no shift of a negative number to the left.
#include "verifier.h"

int main(void) {
    int y = 0, x = __VERIFIER_nondet_int(), z = -1;
    y = z << 1; // DEFINITE overflow
    __VERIFIER_assume(x >= -5 && x <= 5);
    if (x < 0)
        y = x << 1; // MUST-WARN overflow
    else
        y = x << 1; // PROVED overflow
    y = x << 1; // MUST-WARN overflow
    return y == 0;
}
