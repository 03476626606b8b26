// A library function writes through the pointer that it is given.
#include "verifier.h"

extern void *memset(void *p, int c, unsigned long n);
extern int sscanf(const char *text, const char *format, ...);
int main(void) {
    int x = 5, y = 6;
    sscanf("8", "%d", &x);
    __VERIFIER_assert(y == 6); // PROVED
    __VERIFIER_assert(x == 5); // MUST-WARN
    return 0;
}
