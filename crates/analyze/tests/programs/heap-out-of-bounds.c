// An index past what was asked for.
#include "verifier.h"

extern void *malloc(unsigned long n);
int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    unsigned k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(k <= 8);
    p[k] = 1; // MUST-WARN access
    return 0;
}
