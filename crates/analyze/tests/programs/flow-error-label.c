// The label and the call that older benchmarks use.
#include "verifier.h"

int main(void) {
    int i = 0, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 4);
    for (; i < n; i++)
        ;
    if (i > 4)
        goto ERROR;
    if (i == 3)
        goto ERROR2;
    return 0;
ERROR:
    reach_error(); // PROVED
    return 1;
ERROR2:
    reach_error(); // MUST-WARN
    return 2;
}
