// With 32 bits a long literal becomes long long.
//! model: 32
#include "verifier.h"

int main(void) {
    long x = 2147483647L;
    __VERIFIER_assert(x + 1LL == 2147483648LL); // PROVED
    __VERIFIER_assert(sizeof 2147483648 == 8); // PROVED
    unsigned long u = 4294967295UL;
    u++;
    __VERIFIER_assert(u != 0); // DEFINITE
    return 0;
}
