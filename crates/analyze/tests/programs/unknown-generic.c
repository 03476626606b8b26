// Selections and choices at compile time.
#include "verifier.h"

int main(void) {
    int x = 3;
    long y = 4;
    __VERIFIER_assert(_Generic(x, int: 1, default: 2) == 1); // PROVED
    __VERIFIER_assert(_Generic(y, int: 1, default: 2) == 2); // PROVED
    __VERIFIER_assert(__builtin_choose_expr(1, x, y) == 3); // PROVED
    __VERIFIER_assert(__builtin_constant_p(5)); // HOLDS
    __VERIFIER_assert(__builtin_expect(x, 0) == 0); // DEFINITE
    return 0;
}
