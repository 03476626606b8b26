// Two numbers change places by three exclusive ors.
#include "verifier.h"

int main(void) {
    int a = 5, b = 9;
    a ^= b;
    b ^= a;
    a ^= b;
    __VERIFIER_assert(a == 9 && b == 5); // PROVED
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assert((c ^ c) == 0); // HOLDS
    __VERIFIER_assert((c ^ 1) != 0); // MUST-WARN
    return 0;
}
