// Two counters that go up together.
#include "verifier.h"

int main(void) {
    int x = 0, y = 0;
    while (x < 100) {
        x++;
        y++;
    }
    __VERIFIER_assert(x == 100); // PROVED
    __VERIFIER_assert(y == 100); // PROVED zones octagons polyhedra
    __VERIFIER_assert(y < 100); // MUST-WARN
    return 0;
}
