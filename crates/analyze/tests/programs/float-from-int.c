// Not every int is a float.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    float f = x;
    __VERIFIER_assert((long long)f == x); // MUST-WARN
    double d = x;
    __VERIFIER_assert(d >= -2147483648.0 && d <= 2147483647.0); // PROVED
    return 0;
}
