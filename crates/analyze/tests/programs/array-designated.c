// Designated initialisers, also of ranges.
#include "verifier.h"

int main(void) {
    int a[8] = { [2] = 5, 6, [6 ... 7] = 9 };
    __VERIFIER_assert(a[2] == 5 && a[3] == 6); // PROVED
    __VERIFIER_assert(a[0] == 0 && a[4] == 0); // PROVED
    __VERIFIER_assert(a[6] == 9 && a[7] == 9); // PROVED
    __VERIFIER_assert(a[5] == 9); // DEFINITE
    return 0;
}
