// A swap of elements by unknown indices.
#include "verifier.h"

int main(void) {
    int a[3] = { 1, 2, 3 };
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int t = a[i]; // PROVED index
    a[i] = a[j]; // PROVED index
    a[j] = t; // PROVED index
    __VERIFIER_assert(a[0] >= 1 && a[0] <= 3); // PROVED
    __VERIFIER_assert(a[0] == 1); // MUST-WARN
    return 0;
}
