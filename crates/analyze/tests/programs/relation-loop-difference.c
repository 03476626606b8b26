// The difference of two counters stays, though both wrap or not.
#include "verifier.h"

int main(void) {
    int i = 0, j = 10;
    while (i < 50) {
        i++;
        j++;
    }
    __VERIFIER_assert(j - i == 10); // PROVED zones octagons polyhedra
    __VERIFIER_assert(j == 60); // PROVED zones octagons polyhedra
    __VERIFIER_assert(j < 60); // MUST-WARN
    return 0;
}
