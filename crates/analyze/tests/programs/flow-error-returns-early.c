// An error function that returns before it aborts.
#include "verifier.h"

static int quiet = 1;
void reach_error(void) {
    if (quiet)
        return;
    abort();
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5)
        reach_error(); // MUST-WARN
    __VERIFIER_assert(x <= 5); // MUST-WARN
    return 0;
}
