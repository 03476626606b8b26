// Indices that differ by a constant fail each for itself: on some paths only one of them is used.
#include "verifier.h"

int main(void) {
    int t[6] = { 0 };
    unsigned i = __VERIFIER_nondet_uint() % 6;
    if (__VERIFIER_nondet_bool())
        t[i + 1] = 1; // MUST-WARN index
    else
        t[i + 2] = 2; // MUST-WARN index
    return t[i]; // PROVED index
}
