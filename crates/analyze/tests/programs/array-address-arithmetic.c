// a[i] is *(a + i), and i[a] too.
#include "verifier.h"

int main(void) {
    int a[6] = { 0, 1, 2, 3, 4, 5 };
    int *p = a + 2;
    __VERIFIER_assert(*p == 2 && p[1] == 3 && 1[p] == 3); // PROVED
    __VERIFIER_assert(p[-2] == 0); // PROVED
    __VERIFIER_assert(p - a == 2); // PROVED
    p++;
    *p = 30;
    __VERIFIER_assert(a[3] == 30); // PROVED
    __VERIFIER_assert(a[3] == 3); // DEFINITE
    return 0;
}
