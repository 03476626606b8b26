// The null pointer frees nothing.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    if (!p)
        return 0;
    int other = __VERIFIER_nondet_bool();
    if (other)
        q = 0;
    free(q);
    if (other) {
        *p = 1; // HOLDS access
        __VERIFIER_assert(*p == 2); // MUST-WARN
    }
    return 0;
}
