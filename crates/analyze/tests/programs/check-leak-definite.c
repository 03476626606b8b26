//! checks: all
// Memory that a pointer still points to at the end is not freed.
#include "verifier.h"

extern void *malloc(unsigned long n);
int main(void) {
    int *p = malloc(sizeof *p);
    __VERIFIER_assume(p != 0);
    *p = 3; // PROVED access
    return 0; // DEFINITE leak
}
