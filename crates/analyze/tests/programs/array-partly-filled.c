// A loop that fills only a part leaves the rest as it was.
#include "verifier.h"

int main(void) {
    int a[20] = { 0 };
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 20);
    for (int i = 0; i < n; i++)
        a[i] = 3; // PROVED index
    __VERIFIER_assert(a[19] >= 0 && a[19] <= 3); // PROVED
    __VERIFIER_assert(a[19] == 3); // MUST-WARN
    __VERIFIER_assert(a[0] == 0); // MUST-WARN
    return 0;
}
