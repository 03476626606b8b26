// An int is compared with a float as a float.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    float f = 16777216.0f;
    if (x == f)
        __VERIFIER_assert(x == 16777216); // MUST-WARN
    if (x < 0.5f)
        __VERIFIER_assert(x <= 0); // HOLDS
    return 0;
}
