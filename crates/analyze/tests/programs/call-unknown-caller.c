// Whether a function is called at all is up to something unknown.
#include "verifier.h"

extern void qsort(void *base, unsigned long count, unsigned long size,
                  int (*compare)(const void *, const void *));
int compare(const void *a, const void *b) {
    reach_error(); // HOLDS
    return a == b;
}
int main(void) {
    int only = 1;
    qsort(&only, 1, sizeof only, compare);
    return 0;
}
