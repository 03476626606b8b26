// 128 bits hold every product of 64.
#include "verifier.h"

int main(void) {
    long a = __VERIFIER_nondet_long();
    __int128 p = (__int128)a * a;
    __VERIFIER_assert(p >= 0); // PROVED
    long q = (long)p;
    __VERIFIER_assert(q >= 0); // MUST-WARN
    unsigned __int128 u = -1;
    u++;
    __VERIFIER_assert(u == 0); // HOLDS
    return 0;
}
