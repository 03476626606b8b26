// memmove within one array.
#include "verifier.h"

extern void *memmove(void *to, const void *from, unsigned long n);
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memmove(a + 1, a, 3 * sizeof(int));
    __VERIFIER_assert(a[0] == 1); // PROVED
    __VERIFIER_assert(a[3] == 4); // MUST-WARN
    return 0;
}
