// The lengths in a type are evaluated with it.
#include "verifier.h"

int main(void) {
    int n = 2, m = 3, k = 4, j = 5;
    int a[n][m++];
    a[0][0] = 1;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(m == 3); // MUST-WARN
    unsigned long size = sizeof(int[k++]);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(k == 4); // MUST-WARN
    int (*row)[j++] = 0;
    __VERIFIER_assert(j == 5 || size == 0 || row != 0); // MUST-WARN
    return 0;
}
