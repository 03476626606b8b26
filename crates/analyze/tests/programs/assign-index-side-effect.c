// An index with a side effect is evaluated once.
#include "verifier.h"

int main(void) {
    int a[4] = { 10, 20, 30, 40 }, i = 0;
    a[i++] += 5;
    __VERIFIER_assert(i == 1); // PROVED
    __VERIFIER_assert(a[0] == 15 && a[1] == 20); // PROVED
    a[++i] *= 2;
    __VERIFIER_assert(a[2] == 60 && i == 2); // PROVED
    __VERIFIER_assert(a[1] == 60); // DEFINITE
    return 0;
}
