// The target of an assignment is chosen by ?:.
#include "verifier.h"

int main(void) {
    int a = 1, b = 1, c = __VERIFIER_nondet_int();
    *(c ? &a : &b) += 4;
    __VERIFIER_assert(a >= 1 && a <= 5); // PROVED
    __VERIFIER_assert(a == 1); // MUST-WARN
    __VERIFIER_assert(b == 1); // MUST-WARN
    return 0;
}
