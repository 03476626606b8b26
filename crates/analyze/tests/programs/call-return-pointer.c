// A function returns the address of one of its arguments.
#include "verifier.h"

int *larger(int *a, int *b) { return *a > *b ? a : b; }
int main(void) {
    int a = __VERIFIER_nondet_int(), b = 10;
    *larger(&a, &b) = 0;
    __VERIFIER_assert(b == 10); // MUST-WARN
    return 0;
}
