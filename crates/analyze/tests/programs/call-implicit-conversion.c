// Arguments are converted to the types of the parameters, results to the result type.
#include "verifier.h"

unsigned char low(int x) { return x; }
int size(unsigned long n) { return n > 100; }
int main(void) {
    __VERIFIER_assert(low(511) == 255); // PROVED
    __VERIFIER_assert(size(-1) == 1); // PROVED
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(low(x) == x); // MUST-WARN
    return 0;
}
