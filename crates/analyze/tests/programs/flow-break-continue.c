// break and continue belong to the innermost loop.
#include "verifier.h"

int main(void) {
    int outer = 0, inner = 0;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            if (j == 1)
                continue;
            if (j == 3)
                break;
            inner++;
            if (inner > 50)
                inner = 50;
        }
        outer++;
    }
    __VERIFIER_assert(outer <= 5); // PROVED octagons polyhedra
    __VERIFIER_assert(inner <= 50); // PROVED
    __VERIFIER_assert(inner == 9); // MUST-WARN
    return 0;
}
