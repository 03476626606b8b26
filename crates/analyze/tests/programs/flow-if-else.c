// Facts of both branches are joined.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y;
    if (x > 10)
        y = 1;
    else
        y = 2;
    __VERIFIER_assert(y >= 1 && y <= 2); // PROVED
    __VERIFIER_assert(y == 1); // MUST-WARN
    return 0;
}
