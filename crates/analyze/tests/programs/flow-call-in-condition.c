// A call between two tests of one variable changes it.
#include "verifier.h"

static int x;
static int clear(void) { x = 0; return 1; }
int main(void) {
    x = __VERIFIER_nondet_int();
    if (x != 0 && clear() && x == 0)
        __VERIFIER_assert(x != 0); // MUST-WARN
    return 0;
}
