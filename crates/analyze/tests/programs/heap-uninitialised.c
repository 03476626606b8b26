// What malloc gives has any value, what calloc gives is zero.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void *calloc(unsigned long n, unsigned long size);
int main(void) {
    int *p = malloc(4 * sizeof *p);
    int *q = calloc(4, sizeof *q);
    if (!p || !q)
        return 0;
    __VERIFIER_assert(p[1] == 0x5a5a5a5a); // MUST-WARN
    __VERIFIER_assert(q[2] == 0); // HOLDS
    return 0;
}
