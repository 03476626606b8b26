// GNU C's local labels are declared before anything else of their block.
#include "verifier.h"

static int pick(int x) {
    __label__ one, two;
    void *targets[2] = { &&one, &&two };
    goto *targets[x & 1];
one:
    return 1;
two:
    return 2;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = pick(x);
    __VERIFIER_assert(r >= 1 && r <= 2); // PROVED
    __VERIFIER_assert(r == 1); // MUST-WARN
    return 0;
}
