// After a loop without an end nothing is reached.
#include "verifier.h"

int main(void) {
    int x = 0;
    while (1) {
        if (x < 100)
            x++;
        __VERIFIER_assert(x <= 100); // PROVED
        if (__VERIFIER_nondet_int())
            __VERIFIER_assert(x < 100); // MUST-WARN
    }
    __VERIFIER_assert(0); // PROVED
}
