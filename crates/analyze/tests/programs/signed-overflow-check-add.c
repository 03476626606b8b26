// Sums of ints are checked when asked for.
//! overflow: check
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1; // MUST-WARN overflow
    __VERIFIER_assume(x > -100 && x < 100);
    int z = x + 100; // PROVED overflow
    int w = x * x; // PROVED overflow
    return y + z + w > 0;
}
