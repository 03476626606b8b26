// a ?: b evaluates a once.
#include "verifier.h"

int next;
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x ?: 7;
    __VERIFIER_assert(y != 0); // HOLDS
    int z = ++next ?: 9;
    __VERIFIER_assert(z == 1 && next == 1); // PROVED
    __VERIFIER_assert(y == 7); // MUST-WARN
    return 0;
}
