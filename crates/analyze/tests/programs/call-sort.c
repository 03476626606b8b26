// What qsort calls is called with elements of the array; the elements stay what they were, in another order.
#include "verifier.h"
extern void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *));

static int calls, lowest = 100;
static int by_value(const void *a, const void *b) {
    const int *x = a, *y = b;
    int left = *x, right = *y; // PROVED access
    __VERIFIER_assert(left >= 2 && right <= 9); // PROVED
    calls = 1;
    lowest = left < lowest ? left : lowest;
    return (left > right) - (left < right);
}

struct pair {
    short key;
    int value;
};
static int by_key(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return x->key - y->key; // PROVED access
}

int main(void) {
    int a[5] = { 7, 3, 9, 2, 5 }, other = 4;
    qsort(a, 5, sizeof *a, by_value); // PROVED access
    for (int i = 0; i < 5; i++)
        __VERIFIER_assert(a[i] >= 2 && a[i] <= 9); // PROVED
    __VERIFIER_assert(other == 4); // PROVED
    __VERIFIER_assert(calls == 0 || calls == 1); // PROVED
    if (__VERIFIER_nondet_int() == 3)
        __VERIFIER_assert(calls == 0); // MUST-WARN
    __VERIFIER_assert(lowest >= 2); // PROVED
    if (__VERIFIER_nondet_int() == 3)
        __VERIFIER_assert(a[0] == 7); // MUST-WARN
    struct pair p[3] = { { 5, 50 }, { 2, 20 }, { 3, 30 } };
    qsort(p, 3, sizeof *p, by_key);
    __VERIFIER_assert(p[1].key >= 2 && p[1].key <= 5 && p[2].value >= 20); // PROVED
    if (__VERIFIER_nondet_int() == 3)
        __VERIFIER_assert(p[0].value == 50); // MUST-WARN
    int few[4] = { 4, 6, 2, 8 };
    qsort(few + 1, 2, sizeof *few, by_value);
    __VERIFIER_assert(few[0] == 4 && few[3] == 8); // PROVED
    __VERIFIER_assert(few[1] == 6); // MUST-WARN
    return 0;
}
