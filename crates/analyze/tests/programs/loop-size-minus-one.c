// n - 1 of an unsigned zero is great.
#include "verifier.h"

int main(void) {
    unsigned long n = __VERIFIER_nondet_uint() % 4;
    int a[4] = { 0 };
    unsigned long i = n - 1;
    if (i < 10)
        __VERIFIER_assert(i <= 2); // HOLDS
    return a[i]; // MUST-WARN index
}
