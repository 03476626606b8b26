// The comma operator evaluates its left operand for its effect.
#include "verifier.h"

int main(void) {
    int i, j;
    for (i = 0, j = 10; i < j; i++, j--)
        ;
    __VERIFIER_assert(i >= j); // PROVED zones octagons polyhedra
    int x = (i = 3, i + 1);
    __VERIFIER_assert(x == 4 && i == 3); // PROVED
    __VERIFIER_assert((i++, i) == 3); // DEFINITE
    return 0;
}
