// Pointers and null in ?:, and the value of nested ones.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), a = 1;
    int *p = x > 0 ? &a : 0;
    int r = p ? *p : -1; // PROVED access
    __VERIFIER_assert(r == 1 || r == -1); // PROVED intervals*congruences
    __VERIFIER_assert(r >= -1 && r <= 1); // PROVED
    __VERIFIER_assert(r == 1); // MUST-WARN
    return 0;
}
