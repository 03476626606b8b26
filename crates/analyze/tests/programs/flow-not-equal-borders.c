// Disequalities cut the ends of an interval, never its middle.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 4);
    __VERIFIER_assume(x != 0);
    __VERIFIER_assume(x != 4);
    __VERIFIER_assert(x >= 1 && x <= 3); // PROVED
    __VERIFIER_assume(x != 2);
    __VERIFIER_assert(x <= 1); // MUST-WARN
    return 0;
}
