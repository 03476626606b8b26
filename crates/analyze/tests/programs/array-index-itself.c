// An element as the index of its own array.
#include "verifier.h"

int main(void) {
    int a[3] = { 2, 0, 1 };
    a[a[0]] = 0;
    __VERIFIER_assert(a[2] == 0); // PROVED
    a[a[1]] = a[a[2]];
    __VERIFIER_assert(a[0] == 2); // PROVED
    __VERIFIER_assert(a[0] == 0); // DEFINITE
    return 0;
}
