// A loop fills a large array up to a bound that is not known: all elements before it have the value.
#include "verifier.h"

static int table[1000];

int main(void) {
    int a[1000];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000);
    int i;
    for (i = 0; i < n; i++)
        a[i] = 7;
    for (i = 0; i < n; i++)
        __VERIFIER_assert(a[i] == 7); // PROVED standard
    for (i = 0; i < n; i++)
        a[i] = i & 3;
    for (i = 0; i < n; i++) {
        __VERIFIER_assert(a[i] >= 0 && a[i] <= 3); // PROVED standard
        if (__VERIFIER_nondet_bool())
            __VERIFIER_assert(a[i] <= 2 || n <= 3); // MUST-WARN
    }
    for (i = 0; i < n; i++)
        table[i] = a[i] + 1;
    __VERIFIER_assert(table[n - 1] >= 1 && table[n - 1] <= 4); // PROVED standard
    __VERIFIER_assert(table[0] == 1); // HOLDS
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(n < 5 || table[4] == 2); // MUST-WARN
    return 0;
}
