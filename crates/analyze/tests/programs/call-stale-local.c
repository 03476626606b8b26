// A local of a function is new in each call, whatever it held before.
#include "verifier.h"

static int remember(int set) {
    int x;
    if (set)
        x = 1;
    return x;
}
static int litter(int n) {
    volatile int a[20];
    for (int i = 0; i < 20; i++)
        a[i] = n + i;
    return a[3];
}
int main(void) {
    int first = remember(1);
    __VERIFIER_assert(first == 1); // PROVED
    litter(__VERIFIER_nondet_int());
    int second = remember(0);
    __VERIFIER_assert(second == 1); // MUST-WARN
    return 0;
}
