// Conversion to a narrower type keeps the value only inside its range.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 100 && x <= 200);
    signed char c = x;
    __VERIFIER_assert(c == x); // MUST-WARN
    if (x <= 127) {
        signed char d = x;
        __VERIFIER_assert(d >= 100); // PROVED
    }
    if (x >= 128) {
        signed char e = x;
        __VERIFIER_assert(e < 0); // PROVED
        __VERIFIER_assert(e >= -128 && e <= -56); // PROVED
    }
    return 0;
}
