// bsearch gives null or a pointer to an element.
#include "verifier.h"
extern void *bsearch(const void *key, const void *base, unsigned long count, unsigned long size,
                     int (*compare)(const void *, const void *));

static int by_value(const void *key, const void *element) {
    int wanted = *(const int *)key, own = *(const int *)element; // PROVED access
    return (wanted > own) - (wanted < own);
}

int main(void) {
    int a[6] = { 1, 3, 5, 7, 9, 11 }, key = __VERIFIER_nondet_int();
    __VERIFIER_assume(key >= 0 && key <= 12);
    int *found = bsearch(&key, a, 6, sizeof *a, by_value); // PROVED access
    __VERIFIER_assert(found != 0); // MUST-WARN
    if (found) {
        __VERIFIER_assert(found >= a && found - a < 6); // PROVED
        __VERIFIER_assert(*found >= 1 && *found <= 11); // PROVED
        __VERIFIER_assert(found == a); // MUST-WARN
        *found = 4; // PROVED access
    }
    found = bsearch(&key, a, 0, sizeof *a, by_value);
    __VERIFIER_assert(found == 0); // PROVED
    return 0;
}
