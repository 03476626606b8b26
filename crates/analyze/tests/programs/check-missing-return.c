// A function whose result is used gives one.
#include "verifier.h"

static int sign(int n) {
    if (n < 0)
        return -1;
    if (n > 0)
        return 1;
} // MUST-WARN return

static int always(int n) {
    if (n)
        return 1;
    else
        return 2;
}

static int never(void) {
} // DEFINITE return

int main(void) {
    int x = sign(__VERIFIER_nondet_int());
    x += always(x);
    x = never();
    return x == 7;
}
