// A table of addresses.
#include "verifier.h"

int main(void) {
    int a = 1, b = 2, c = 3;
    int *table[3] = { &a, &b, &c };
    *table[1] = 20;
    __VERIFIER_assert(b == 20 && a == 1); // PROVED
    unsigned k = __VERIFIER_nondet_uint() % 3;
    *table[k] = 0; // PROVED access
    __VERIFIER_assert(a == 1); // MUST-WARN
    __VERIFIER_assert(a >= 0 && a <= 1); // PROVED
    return 0;
}
