// One variable is twice the other: only polyhedra can say so.
#include "verifier.h"

int main(void) {
    int x = 0, y = 0;
    while (x < 100) {
        x += 1;
        y += 2;
    }
    __VERIFIER_assert(y == 200); // PROVED polyhedra
    __VERIFIER_assert(y < 200); // MUST-WARN
    return 0;
}
