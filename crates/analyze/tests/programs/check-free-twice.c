// Memory is freed once.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p); // PROVED free
    int *q = malloc(sizeof *q);
    __VERIFIER_assume(q != 0);
    if (__VERIFIER_nondet_bool())
        free(q); // PROVED free
    if (__VERIFIER_nondet_bool())
        free(q); // MUST-WARN free
    int *r = malloc(sizeof *r);
    __VERIFIER_assume(r != 0);
    free(r); // PROVED free
    free(r); // DEFINITE free
    return 0;
}
