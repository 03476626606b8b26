// Two calls give two values.
#include "verifier.h"

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assert(a == a); // PROVED
    __VERIFIER_assert(a == b); // MUST-WARN
    return 0;
}
