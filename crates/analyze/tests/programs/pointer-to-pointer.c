// A pointer is changed through a pointer to it.
#include "verifier.h"

int main(void) {
    int x = 1, y = 2;
    int *p = &x, **pp = &p;
    **pp = 10;
    __VERIFIER_assert(x == 10); // PROVED
    *pp = &y;
    *p = 20;
    __VERIFIER_assert(y == 20 && x == 10); // PROVED
    __VERIFIER_assert(y == 2); // DEFINITE
    return 0;
}
