// Bits that a mask cuts off are at most those that it lacks.
#include "verifier.h"

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n < 100000);
    unsigned long up = (n + 15) & ~15ul;
    __VERIFIER_assert(up >= n && up - n < 16); // PROVED octagons
    __VERIFIER_assert(up - n < 15); // MUST-WARN
    unsigned long odd = n & 0xaaul;
    __VERIFIER_assert(odd <= n); // PROVED octagons
    __VERIFIER_assert(n - odd < 100000); // PROVED octagons
    __VERIFIER_assert(n - odd <= 0x55); // MUST-WARN
    return 0;
}
