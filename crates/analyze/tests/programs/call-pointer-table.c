// A table of functions.
#include "verifier.h"

int plus(int a, int b) { return a + b; }
int minus(int a, int b) { return a - b; }
int times(int a, int b) { return a * b; }
int (*const operations[])(int, int) = { plus, minus, times };
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    int r = operations[k % 3](6, 2); // PROVED index
    __VERIFIER_assert(r >= 4 && r <= 12); // PROVED intervals polyhedra
    __VERIFIER_assert(r != 12); // MUST-WARN
    return 0;
}
