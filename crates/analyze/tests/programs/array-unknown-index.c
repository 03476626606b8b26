// A write at an unknown index may hit every element.
#include "verifier.h"

int main(void) {
    int a[4] = { 1, 1, 1, 1 };
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 4);
    a[i] = 7; // PROVED index
    __VERIFIER_assert(a[2] == 1 || a[2] == 7); // HOLDS
    __VERIFIER_assert(a[2] >= 1 && a[2] <= 7); // PROVED
    __VERIFIER_assert(a[2] == 1); // MUST-WARN
    __VERIFIER_assert(a[i] == 7); // HOLDS
    return 0;
}
