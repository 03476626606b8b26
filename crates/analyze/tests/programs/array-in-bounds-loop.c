// A loop over an array and its bounds.
#include "verifier.h"

int main(void) {
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = 5; // PROVED index
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 100)
        __VERIFIER_assert(a[k] <= 5); // HOLDS
    return 0;
}
