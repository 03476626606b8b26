// A test protects the division to its right, not the one to its left.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 0 && 10 / x > 1) // PROVED division
        return 1;
    if (10 / x > 1 && x != 0) // MUST-WARN division
        return 2;
    return 0;
}
