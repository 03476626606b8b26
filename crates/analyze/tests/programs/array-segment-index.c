// Elements that are a multiple of their index, forwards, backwards and by a pointer.
#include "verifier.h"

int main(void) {
    int a[500];
    char text[300];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 500);
    int i;
    for (i = 0; i < n; i++)
        a[i] = 2 * i + 1;
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n) {
        __VERIFIER_assert(a[k] == 2 * k + 1); // PROVED standard
        if (__VERIFIER_nondet_bool())
            __VERIFIER_assert(a[k] != 3); // MUST-WARN
    }
    __VERIFIER_assert(a[0] == 1); // PROVED standard
    for (i = n - 1; i >= 0; i--)
        a[i] = i;
    for (i = 0; i < n; i++)
        __VERIFIER_assert(a[i] == i); // HOLDS
    char *at = text;
    for (i = 0; i < 300; i++)
        *at++ = 'x';
    for (i = 0; i < 300; i++)
        __VERIFIER_assert(text[i] == 'x'); // PROVED standard
    return 0;
}
