// The bound of the amount is that of the promoted left operand.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 32 && n < 64);
    unsigned long x = 1ul << n; // PROVED shift
    unsigned y = 1u << n; // DEFINITE shift
    return x > y;
}
