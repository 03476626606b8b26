// A pointer without a value points anywhere.
#include "verifier.h"

int main(void) {
    int x = 1;
    int *p;
    if (__VERIFIER_nondet_int())
        p = &x;
    else
        return 0;
    *p = 2; // PROVED access
    __VERIFIER_assert(x == 2); // PROVED
    int *q;
    return q == &x;
}
