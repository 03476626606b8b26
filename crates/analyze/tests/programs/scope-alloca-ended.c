// Memory from alloca ends with the function.
#include "verifier.h"

static int *reserve(int n) {
    int *p = __builtin_alloca(sizeof(int) * 4);
    p[1] = n; // PROVED access
    return p;
}

int main(void) {
    int *p = reserve(3);
    int *q = reserve(4);
    __VERIFIER_assert(p[1] == 3); // MUST-WARN assertion
    return p == q;
}
