// In a large array a second write must not be taken for the only value.
#include "verifier.h"

int main(void) {
    int a[500];
    for (int i = 0; i < 500; i++)
        a[i] = 1;
    a[3] = 2;
    __VERIFIER_assert(a[4] >= 1 && a[4] <= 2); // HOLDS
    __VERIFIER_assert(a[3] == 1); // MUST-WARN
    return 0;
}
