// A check that fails in all states that are kept apart fails for certain.
#include "verifier.h"

int main(void) {
    int x = 0;
    if (__VERIFIER_nondet_bool())
        x = 1;
    else
        x = 2;
    __VERIFIER_assert(x == 3); // DEFINITE
    return 0;
}
