// More digits than a double has.
#include "verifier.h"

int main(void) {
    long double tenth = 0.1L;
    double near = tenth;
    __VERIFIER_assert(near > 0.09); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(tenth == 0.1); // MUST-WARN
    long double x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x * 2.0L <= 4294967296.0L); // PROVED
    long double huge = 1e308L;
    huge = huge * 10.0L;
    huge = huge / 10.0L;
    __VERIFIER_assert(huge >= 1e300L); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(huge > 1e309L); // MUST-WARN
    long double sum = 9007199254740992.0L + 1.0L;
    __VERIFIER_assert(sum == 9007199254740992.0L); // MUST-WARN
    return 0;
}
