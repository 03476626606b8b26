// As many bytes as were asked for.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void *memset(void *to, int byte, unsigned long n);
extern unsigned long strlen(const char *s);
int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 1000)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 0;
    memset(p, 0, n); // PROVED access zones octagons polyhedra
    __VERIFIER_assert(strlen(p) < 1000); // HOLDS
    memset(p, 0, n + 1); // MUST-WARN access
    return 0;
}
