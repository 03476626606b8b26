// The upper half of 64 unsigned bits.
#include "verifier.h"

int main(void) {
    unsigned long long x = __VERIFIER_nondet_ulonglong();
    __VERIFIER_assume(x > 9223372036854775807ULL);
    __VERIFIER_assert(x >= 9223372036854775808ULL); // PROVED intervals zones octagons polyhedra
    __VERIFIER_assert(x < 18446744073709551615ULL); // MUST-WARN
    long long y = (long long)x;
    __VERIFIER_assert(y < 0); // PROVED intervals zones octagons polyhedra
    return 0;
}
