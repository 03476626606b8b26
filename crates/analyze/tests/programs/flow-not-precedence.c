// !x == y compares the negation.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (!x == y)
        __VERIFIER_assert(x != y); // HOLDS
    if (!x < 2)
        __VERIFIER_assert(x == 0); // MUST-WARN
    return 0;
}
