// A write past the end may change anything near: nothing is known after it.
#include "verifier.h"

struct Two { int a[2]; int secret; };
int main(void) {
    struct Two t = { { 0, 0 }, 7 };
    int *p = t.a;
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i <= 2);
    p[i] = 1;
    __VERIFIER_assert(t.secret == 7); // MUST-WARN
    return 0;
}
