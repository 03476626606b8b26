// An int written across two others.
#include "verifier.h"

int main(void) {
    int a[3] = { 1, 2, 3 };
    *(int *)((char *)a + 2) = -1;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a[0] == 1); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a[1] == 2); // MUST-WARN
    __VERIFIER_assert(a[2] == 3); // PROVED
    return 0;
}
