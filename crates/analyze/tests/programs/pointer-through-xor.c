// An address hidden in arithmetic.
#include "verifier.h"

int main(void) {
    int x = 1, y = 1;
    unsigned long mixed = (unsigned long)&x ^ (unsigned long)&y;
    int *p = (int *)(mixed ^ (unsigned long)&y);
    *p = 2;
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
