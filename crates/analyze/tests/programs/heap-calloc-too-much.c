// calloc gives null where the product is no size; that says nothing about its factors.
#include "verifier.h"

extern void *calloc(unsigned long count, unsigned long size);
int main(void) {
    int *huge = calloc(1ul << 40, 1ul << 40);
    __VERIFIER_assert(huge == 0); // PROVED
    unsigned long n = __VERIFIER_nondet_ulong();
    long *some = calloc(n, sizeof *some);
    __VERIFIER_assert(n <= 1ul << 60); // MUST-WARN
    __VERIFIER_assert(some != 0); // MUST-WARN
    return 0;
}
