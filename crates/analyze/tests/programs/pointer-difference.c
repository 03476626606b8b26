// Differences of pointers count elements.
#include "verifier.h"

int main(void) {
    long a[10] = { 0 };
    long *p = &a[7], *q = &a[2];
    __VERIFIER_assert(p - q == 5); // PROVED
    __VERIFIER_assert((char *)p - (char *)q == 40); // PROVED
    __VERIFIER_assert(q < p); // PROVED
    __VERIFIER_assert(q - p == 5); // DEFINITE
    return 0;
}
