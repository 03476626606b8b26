// Writes to the heap leave locals whose address was never taken.
#include "verifier.h"

extern void *malloc(unsigned long n);
int main(void) {
    int x = 3;
    int *p = malloc(10 * sizeof(int));
    if (!p)
        return 0;
    for (int i = 0; i < 10; i++)
        p[i] = i;
    __VERIFIER_assert(x == 3); // PROVED
    return 0;
}
