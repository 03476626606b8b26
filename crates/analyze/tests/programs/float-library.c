// Functions of math.h.
#include "verifier.h"

extern double fabs(double), sqrt(double), floor(double), ceil(double), fmin(double, double), fmax(double, double);
extern double fmod(double, double), sin(double), exp(double), log(double), pow(double, double), round(double);
extern float sqrtf(float);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(__builtin_isfinite(x)); // MUST-WARN
    double size = fabs(x);
    if (size <= 4.0) {
        __VERIFIER_assert(sqrt(size) <= 2.0); // PROVED
        __VERIFIER_assert(sqrt(size) < 2.0); // MUST-WARN
    }
    if (x >= -4.5 && x <= 4.5) {
        __VERIFIER_assert(floor(x) >= -5.0 && ceil(x) <= 5.0); // PROVED
        __VERIFIER_assert(fabs(x) <= 4.5); // PROVED
        __VERIFIER_assert(fmin(x, 1.0) <= 1.0); // PROVED
        __VERIFIER_assert(fmax(x, 1.0) >= 1.0); // PROVED
        __VERIFIER_assert(fmod(x, 2.0) >= -2.0 && fmod(x, 2.0) <= 2.0); // PROVED
        __VERIFIER_assert(sin(x) <= 1.0); // PROVED
        __VERIFIER_assert(exp(x) > 0.01 && exp(x) < 91.0); // PROVED
        __VERIFIER_assert(round(x) == x); // MUST-WARN
    }
    __VERIFIER_assert(fmax(x, 1.0) >= 1.0); // PROVED
    __VERIFIER_assert(sin(x) <= 1.0); // MUST-WARN
    __VERIFIER_assert(sqrt(x) >= 0.0); // MUST-WARN
    __VERIFIER_assert(log(fabs(x)) > -1000.0); // MUST-WARN
    __VERIFIER_assert(sqrtf(9.0f) == 3.0f); // PROVED
    __VERIFIER_assert(__builtin_isnan(sqrt(-4.0))); // PROVED
    __VERIFIER_assert(!__builtin_isnan(fabs(-4.0))); // PROVED
    __VERIFIER_assert(!__builtin_isinf(1.0 / 3.0)); // PROVED
    return 0;
}
