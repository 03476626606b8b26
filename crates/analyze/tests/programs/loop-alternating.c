// A value that swings between two.
#include "verifier.h"

int main(void) {
    int x = 1;
    while (__VERIFIER_nondet_int())
        x = -x;
    __VERIFIER_assert(x >= -1 && x <= 1); // PROVED
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
