// A jump back over a declaration: the variable begins anew.
#include "verifier.h"

int main(void) {
    int rounds = 0;
again:;
    int x;
    if (rounds == 0)
        x = 1;
    else
        x = 2;
    rounds++;
    if (rounds < 3)
        goto again;
    __VERIFIER_assert(x >= 1 && x <= 2); // PROVED
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
