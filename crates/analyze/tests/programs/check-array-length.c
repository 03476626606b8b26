// An array of variable length has at least one element.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    switch (__VERIFIER_nondet_int()) {
    case 0:
        if (n > 0 && n < 100) {
            int a[n]; // PROVED length
            a[n - 1] = 1;
        }
        break;
    case 1:
        if (n >= -1 && n < 9) {
            int b[n]; // MUST-WARN length
            (void)b;
        }
        break;
    }
    __VERIFIER_assume(n < 0 && n > -9);
    int c[n]; // DEFINITE length
    (void)c;
    return 0;
}
