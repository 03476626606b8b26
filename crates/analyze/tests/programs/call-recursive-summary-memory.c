// Memory that calls of any depth write: by pointers to variables of callers, to the heap, and to what lasts.
#include "verifier.h"

static int looks;

extern void *malloc(unsigned long size);
extern void free(void *p);

static int table[4], steps;
static int *last;

static void add(int n, int *to) {
    steps = steps < 50 ? steps + 1 : 50;
    if (n <= 0)
        return;
    *to = *to < 100 ? *to + 1 : *to;
    add(n - 1, to);
}

static int swap(int n, int *mine, int *theirs) {
    int own = n;
    if (n <= 0) {
        *mine = -1;
        *theirs = -2;
        return *mine;
    }
    int r = swap(n - 1, theirs, n % 2 ? &own : mine);
    if (looks == 1)
        __VERIFIER_assert(own == n); // MUST-WARN
    return r;
}

static int keep(int n) {
    int own = n;
    last = n == 60 ? &own : last;
    if (n > 0)
        keep(n - 1);
    if (n < 60 && last && steps)
        *last = 7;
    __VERIFIER_assert(n == 60 || own == n); // HOLDS
    if (looks == 2)
        __VERIFIER_assert(own == n); // MUST-WARN
    if (n == 60)
        last = 0;
    return own;
}

static int block(int n) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = n;
    int below = n > 0 ? block(n - 1) : 0;
    __VERIFIER_assert(*p == n); // HOLDS
    __VERIFIER_assert(below <= n); // HOLDS
    free(p);
    return below + 1;
}

static void fill(int n) {
    if (n < 0)
        return;
    table[n & 3] = n;
    fill(n - 1);
}

int main(void) {
    looks = __VERIFIER_nondet_uchar() % 16;
    int sum = 0, one = 1, two = 2, n = __VERIFIER_nondet_uchar();
    add(n, &sum);
    __VERIFIER_assert(sum >= 0 && sum <= 100); // HOLDS
    __VERIFIER_assert(steps >= 0 && steps <= 50); // PROVED standard
    if (looks == 3)
        __VERIFIER_assert(steps < 50); // MUST-WARN
    if (looks == 4)
        __VERIFIER_assert(sum < 60); // MUST-WARN
    swap(n, &one, &two);
    if (looks == 5)
        __VERIFIER_assert(one == 1); // MUST-WARN
    keep(n);
    int b = block(n);
    __VERIFIER_assert(b >= 0); // HOLDS
    fill(n);
    __VERIFIER_assert(table[0] == 0); // HOLDS
    if (looks == 6)
        __VERIFIER_assert(table[1] == 0); // MUST-WARN
    return 0;
}
