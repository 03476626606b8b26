// memset of a part leaves the rest.
#include "verifier.h"

extern void *memset(void *p, int c, unsigned long n);
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memset(a, 0, 2 * sizeof(int));
    __VERIFIER_assert(a[0] == 0); // PROVED
    __VERIFIER_assert(a[3] == 4); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a[1] == 2); // MUST-WARN
    memset(a + 1, 255, 3);
    __VERIFIER_assert(a[1] == 0); // MUST-WARN
    return 0;
}
