// Memory from alloca has any value.
#include "verifier.h"

int main(void) {
    int *p = __builtin_alloca(4 * sizeof(int));
    p[0] = 3;
    __VERIFIER_assert(p[0] == 3); // PROVED
    __VERIFIER_assert(p[0] == 4); // MUST-WARN
    return 0;
}
