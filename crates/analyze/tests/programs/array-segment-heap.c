// Arrays whose size is only known at run time, filled by loops and by functions of the library.
#include "verifier.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char from[2000], to[2000];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000);
    int *zeros = calloc(n, sizeof(int));
    int i;
    if (!zeros)
        return 0;
    for (i = 0; i < n; i++)
        __VERIFIER_assert(zeros[i] == 0); // PROVED standard
    zeros[n / 2] = 5;
    for (i = 0; i < n; i++)
        __VERIFIER_assert(zeros[i] >= 0 && zeros[i] <= 5); // PROVED standard
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(zeros[n / 2] == 0); // MUST-WARN
    memset(from, 3, n);
    for (i = 0; i < n; i++)
        __VERIFIER_assert(from[i] == 3); // PROVED standard
    memcpy(to, from, n);
    for (i = 0; i < n; i++)
        __VERIFIER_assert(to[i] == 3); // PROVED standard
    to[n - 1] = 4;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(to[n - 1] == 3); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(to[0] == 3); // MUST-WARN
    free(zeros);
    return 0;
}
