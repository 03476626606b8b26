// Index bounds of a bubble sort.
#include "verifier.h"

int main(void) {
    int a[8];
    for (int i = 0; i < 8; i++)
        a[i] = __VERIFIER_nondet_int(); // PROVED index
    for (int i = 7; i > 0; i--)
        for (int j = 0; j < i; j++)
            if (a[j] > a[j + 1]) { // PROVED index
                int t = a[j]; // PROVED index
                a[j] = a[j + 1]; // PROVED index
                a[j + 1] = t; // PROVED index
            }
    __VERIFIER_assert(a[7] <= 5); // MUST-WARN
    return 0;
}
