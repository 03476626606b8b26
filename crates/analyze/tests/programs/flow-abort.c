// What stops does not go on.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        abort();
    __VERIFIER_assert(x >= 0); // PROVED
    if (x == 7)
        reach_error(); // MUST-WARN
    return 0;
}
