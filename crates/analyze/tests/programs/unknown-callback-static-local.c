// A callback changes the static variable of a function.
#include "verifier.h"

extern void qsort(void *base, unsigned long n, unsigned long size, int (*compare)(const void *, const void *));
static int count(void) {
    static int n;
    return ++n;
}
static int compare(const void *a, const void *b) {
    count();
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int a[3] = { 3, 1, 2 };
    int first = count();
    qsort(a, 3, sizeof(int), compare);
    int second = count();
    __VERIFIER_assert(first == 1); // PROVED
    __VERIFIER_assert(second == 2); // MUST-WARN
    return 0;
}
