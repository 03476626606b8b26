// Memory is freed once.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p); // PROVED free
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    if (__VERIFIER_nondet_bool())
        free(q); // PROVED free
    if (__VERIFIER_nondet_bool())
        free(q); // MUST-WARN free
    int *r = malloc(sizeof *r);
    if (!r)
        return 0;
    free(r); // PROVED free
    free(r); // DEFINITE free
    return 0;
}
