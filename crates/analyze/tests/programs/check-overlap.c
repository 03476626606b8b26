//! checks: all
// memcpy needs two places that are apart; memmove does not.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long n);
extern void *memmove(void *to, const void *from, unsigned long n);
int main(void) {
    char a[16] = { 0 }, b[16] = { 0 };
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        n = 8;
    memcpy(a, b, 16); // PROVED overlap
    memcpy(a, a + 8, n); // PROVED overlap
    memmove(a, a + 1, n); // HOLDS
    if (__VERIFIER_nondet_bool())
        memcpy(a, a + 4, n); // MUST-WARN overlap
    memcpy(a + 2, a, 8); // DEFINITE overlap
    return 0;
}
