// Singles round each result to 24 bits.
#include "verifier.h"

int main(void) {
    float tenth = 0.1f;
    double wide = tenth;
    __VERIFIER_assert(wide > 0.1); // PROVED
    float sum = 16777216.0f + 1.0f;
    __VERIFIER_assert(sum == 16777216.0f); // PROVED
    float x = __VERIFIER_nondet_float();
    if (x > 1.0f && x < 2.0f) {
        __VERIFIER_assert(x * x < 4.0f); // PROVED
        __VERIFIER_assert((double)x > 1.0); // PROVED
        __VERIFIER_assert(x >= 1.0000001f); // PROVED
    }
    float huge = 3e38f;
    __VERIFIER_assert(huge * 10.0f > 3.4e38f); // PROVED
    __VERIFIER_assert(tenth == 0.1); // DEFINITE
    return 0;
}
