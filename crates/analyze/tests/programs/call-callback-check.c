// The check is in a function that only the library calls.
#include "verifier.h"

extern void qsort(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *));
static int compare(const void *a, const void *b) {
    __VERIFIER_assert(*(const int *)a != 3); // MUST-WARN
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int a[3] = { 3, 1, 2 };
    qsort(a, 3, sizeof(int), compare);
    return 0;
}
