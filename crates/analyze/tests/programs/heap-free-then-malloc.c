// After free another object may live in the same place.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 7;
    __VERIFIER_assert(*q == 7); // PROVED
    __VERIFIER_assert(*q == 1); // MUST-WARN
    return 0;
}
