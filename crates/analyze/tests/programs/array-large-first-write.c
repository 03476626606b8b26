// One write to a large array says nothing about its other elements.
#include "verifier.h"

int main(void) {
    int a[500];
    a[3] = 2;
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(k >= 0 && k < 500);
    __VERIFIER_assert(a[k] == 2); // MUST-WARN
    return 0;
}
