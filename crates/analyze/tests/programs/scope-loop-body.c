// Each round of a loop has a variable of its own.
#include "verifier.h"

int main(void) {
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int own = i;
        if (last && __VERIFIER_nondet_bool()) {
            int before = *last;
            __VERIFIER_assert(before == i - 1); // MUST-WARN assertion
        }
        last = &own;
        __VERIFIER_assert(*last >= i); // HOLDS
    }
    return 0;
}
