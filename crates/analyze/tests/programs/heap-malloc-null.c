// malloc may fail.
#include "verifier.h"

extern void *malloc(unsigned long n);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 4; // PROVED access
    __VERIFIER_assert(*p == 4); // PROVED
    return 0;
}
