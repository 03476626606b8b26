// More elements than there are, and a function that reads more than an element.
#include "verifier.h"
extern void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *));

static int as_long(const void *a, const void *b) {
    long left = *(const long *)a, right = *(const long *)b; // MUST-WARN access
    return (left > right) - (left < right);
}
static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; // MUST-WARN access
}

int main(void) {
    int a[3] = { 3, 1, 2 };
    if (__VERIFIER_nondet_int() == 3)
        qsort(a, 3, sizeof *a, as_long);
    unsigned n = __VERIFIER_nondet_uint();
    if (n <= 4)
        qsort(a, n, sizeof *a, by_value);
    return 0;
}
