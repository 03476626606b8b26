// Functions that call each other to any depth.
#include "verifier.h"

static int looks;

static int turns;
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static int right(int n);
static int left(int n) {
    int before = turns;
    turns++;
    __VERIFIER_assert(turns >= 1); // HOLDS
    int r = n <= 0 ? 0 : right(n - 1);
    __VERIFIER_assert(turns > before || turns < 0); // HOLDS
    return r;
}
static int right(int n) {
    int r = n <= 0 ? 5 : left(n - 2);
    return r == 5 ? 6 : r;
}

static int never(int n) { return never(n + 1); }

int main(void) {
    looks = __VERIFIER_nondet_uchar() % 16;
    unsigned n = __VERIFIER_nondet_uchar();
    int e = even(n);
    __VERIFIER_assert(e == 0 || e == 1); // PROVED standard
    if (looks == 1)
        __VERIFIER_assert(e == 0); // MUST-WARN
    if (looks == 2)
        __VERIFIER_assert(e == 1); // MUST-WARN
    int r = left((int)n);
    __VERIFIER_assert(r >= 0 && r <= 6); // PROVED standard
    if (looks == 3)
        __VERIFIER_assert(r == 0); // MUST-WARN
    if (looks == 4)
        __VERIFIER_assert(turns >= 60); // MUST-WARN
    if (n == 77 && e == 1)
        never(1);
    if (looks == 5)
        __VERIFIER_assert(n == 77); // MUST-WARN
    return 0;
}
