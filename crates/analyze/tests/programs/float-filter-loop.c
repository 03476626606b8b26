// A filter stays bounded whatever comes in, but not by 8.
#include "verifier.h"

int main(void) {
    double x = 0.0;
    for (int i = 0; i < 100000; i++) {
        double in = __VERIFIER_nondet_double();
        if (!(in >= -1.0 && in <= 1.0))
            break;
        x = 0.9 * x + in;
    }
    __VERIFIER_assert(x >= -100.0 && x <= 100.0); // PROVED
    float sum = 0.0f;
    while (__VERIFIER_nondet_bool() && sum < 50.0f)
        sum = sum + 1.5f;
    __VERIFIER_assert(sum >= 0.0f && sum <= 52.0f); // PROVED
    __VERIFIER_assert(sum < 3.0f); // MUST-WARN
    return 0;
}
