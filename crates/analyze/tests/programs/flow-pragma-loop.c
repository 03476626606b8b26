// A pragma about a loop changes nothing of what the loop means.
#include "verifier.h"

int a[3];

int main(void) {
    int n = 0;
#pragma unroll 4
    for (int i = 0; i < 3; i++) {
        a[i] = i; // PROVED index
        n++;
    }
    __VERIFIER_assert(n == 3); // PROVED standard
    int limit = __VERIFIER_nondet_int();
#pragma GCC unroll 2
    for (int i = 0; i < limit; i++) {
        a[i] = 1; // MUST-WARN index
    }
    return 0;
}
