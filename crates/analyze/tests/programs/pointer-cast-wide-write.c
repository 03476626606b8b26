// A write through a wider pointer changes the neighbour.
#include "verifier.h"

int main(void) {
    int a[2] = { 1, 2 };
    long *p = (long *)a;
    *p = 0;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a[0] == 1); // MUST-WARN
    __VERIFIER_assert(a[1] == 2); // MUST-WARN
    return 0;
}
