// A jump into a loop's body passes its initialisation by.
#include "verifier.h"

int main(void) {
    int i = 7, n = 0;
    if (__VERIFIER_nondet_int())
        goto inside;
    for (i = 0; i < 10; i++) {
    inside:
        n++;
        if (n > 3)
            break;
    }
    __VERIFIER_assert(i >= 0 && i <= 10); // PROVED
    __VERIFIER_assert(i <= 3); // MUST-WARN
    return 0;
}
