// reach_error has no body here and may return.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 1;
    if (x > 5) {
        reach_error(); // MUST-WARN
        y = 0;
    }
    __VERIFIER_assert(y <= 1); // PROVED
    return 0;
}
