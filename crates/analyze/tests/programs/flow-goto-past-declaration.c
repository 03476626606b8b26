// A jump past an initialiser leaves the variable with any value.
#include "verifier.h"

int main(void) {
    if (__VERIFIER_nondet_int())
        goto past;
    {
        int x = 1;
    past:
        __VERIFIER_assert(x == 1); // MUST-WARN
    }
    return 0;
}
