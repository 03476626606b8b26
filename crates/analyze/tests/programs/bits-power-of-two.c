// x & (x - 1) takes the lowest bit out.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned steps = 0;
    __VERIFIER_assume(x <= 255);
    while (x) {
        x &= x - 1;
        steps++;
        if (steps > 8)
            break;
    }
    __VERIFIER_assert(steps <= 9); // PROVED
    __VERIFIER_assert(steps <= 7); // MUST-WARN
    return 0;
}
