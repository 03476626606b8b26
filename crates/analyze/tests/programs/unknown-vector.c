// Vectors are not modelled, and nothing is claimed about them.
#include "verifier.h"

typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 v = { 1, 2, 3, 4 };
    v = v + v;
    int x = v[1];
    __VERIFIER_assert(x == 2); // MUST-WARN
    int y = 3;
    __VERIFIER_assert(y == 3); // PROVED
    return 0;
}
