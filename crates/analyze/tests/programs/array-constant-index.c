// Single elements of a small array.
#include "verifier.h"

int main(void) {
    int a[4] = { 1, 2, 3 };
    __VERIFIER_assert(a[0] == 1 && a[2] == 3); // PROVED
    __VERIFIER_assert(a[3] == 0); // PROVED
    a[1] = 9;
    __VERIFIER_assert(a[1] == 9); // PROVED
    __VERIFIER_assert(a[0] == 9); // DEFINITE
    return 0;
}
