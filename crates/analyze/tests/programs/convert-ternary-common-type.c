// The result of ?: has the common type of both branches, here unsigned.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == -1 || x == 1);
    unsigned zero = 0;
    long r = x > 0 ? zero : x;
    __VERIFIER_assert(r >= 0); // PROVED
    __VERIFIER_assert(r < 10); // MUST-WARN
    return 0;
}
