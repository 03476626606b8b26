// Freed memory is not there any more.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    __VERIFIER_assume(p && q);
    *p = 1; // PROVED access
    free(p);
    if (__VERIFIER_nondet_bool()) {
        free(q);
        if (__VERIFIER_nondet_bool())
            *q = 2; // MUST-WARN access
    }
    return *p; // DEFINITE access
}
