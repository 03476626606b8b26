// memcpy copies addresses too.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long n);
int main(void) {
    int x = 1, y = 2;
    int *p = &x, *q = &y;
    memcpy(&p, &q, sizeof p);
    *p = 9;
    __VERIFIER_assert(y == 2); // MUST-WARN
    __VERIFIER_assert(x == 1); // PROVED
    return 0;
}
