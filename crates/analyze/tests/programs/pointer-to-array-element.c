// A pointer to an unknown element.
#include "verifier.h"

int main(void) {
    int a[4] = { 0 };
    unsigned k = __VERIFIER_nondet_uint();
    int *p = &a[k % 4];
    *p = 8;
    __VERIFIER_assert(a[1] >= 0 && a[1] <= 8); // PROVED
    __VERIFIER_assert(a[1] == 0); // MUST-WARN
    return 0;
}
