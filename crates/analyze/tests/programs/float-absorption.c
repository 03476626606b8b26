// A large number swallows a small one.
#include "verifier.h"

int main(void) {
    double big = 1e20;
    double sum = big + 1.0;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(sum > big); // MUST-WARN
    float f = 16777216.0f;
    __VERIFIER_assert(f + 1.0f > f); // MUST-WARN
    return 0;
}
