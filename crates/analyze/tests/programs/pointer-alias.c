// Two names of one variable.
#include "verifier.h"

int main(void) {
    int x = 1;
    int *p = &x, *q = p;
    *p = 2;
    __VERIFIER_assert(x == 2 && *q == 2); // PROVED
    *q = 3;
    __VERIFIER_assert(*p == 2); // DEFINITE
    return 0;
}
