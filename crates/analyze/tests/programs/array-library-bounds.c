// Library functions use as many bytes as they are told.
#include "verifier.h"

extern void *memcpy(void *to, const void *from, unsigned long n);
extern void *memset(void *to, int byte, unsigned long n);
extern int memcmp(const void *a, const void *b, unsigned long n);
int main(void) {
    char large[16], small[10];
    memset(large, 1, sizeof large); // PROVED access
    memset(small, 1, sizeof small); // PROVED access
    memcpy(small, large, sizeof small); // PROVED access
    memcpy(large + 6, small, 10); // PROVED access
    unsigned int n = __VERIFIER_nondet_uint();
    if (n <= 10)
        memcpy(small, large, n); // PROVED access
    if (n <= 10 && memcmp(small, large + 7, n)) // MUST-WARN access
        return 1;
    if (n == 12)
        memcpy(small, large, n); // MUST-WARN access
    return 0;
}
