// A parameter is changed through its address.
#include "verifier.h"

static int f(int x) {
    int *p = &x;
    *p = 5;
    return x;
}
int main(void) {
    int y = 1;
    __VERIFIER_assert(f(y) == 5); // PROVED
    __VERIFIER_assert(y == 1); // PROVED
    __VERIFIER_assert(f(y) == 1); // DEFINITE
    return 0;
}
