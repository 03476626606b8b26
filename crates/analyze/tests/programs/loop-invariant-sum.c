// The sum of two variables stays.
#include "verifier.h"

int main(void) {
    int x = 0, y = 50;
    while (x < 50) {
        x++;
        y--;
    }
    __VERIFIER_assert(x + y == 50); // PROVED octagons polyhedra
    __VERIFIER_assert(y == 0); // PROVED octagons polyhedra
    __VERIFIER_assert(y == 1); // MUST-WARN
    return 0;
}
