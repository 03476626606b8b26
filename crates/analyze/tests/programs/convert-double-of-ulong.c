// The greatest unsigned long becomes a power of two.
#include "verifier.h"

int main(void) {
    unsigned long x = 18446744073709551615UL;
    double d = x;
    __VERIFIER_assert(d >= 18446744073709551615.0); // PROVED
    unsigned long y = 9007199254740993UL;
    double e = y;
    __VERIFIER_assert((unsigned long)e == y); // MUST-WARN
    return 0;
}
