// The index is below a length that is known only by a relation.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    int a[30] = { 0 };
    __VERIFIER_assume(n >= 0 && n <= 30);
    if (i >= 0 && i < n)
        return a[i]; // PROVED index
    if (i >= 0 && i <= n)
        return a[i]; // MUST-WARN index
    return 0;
}
