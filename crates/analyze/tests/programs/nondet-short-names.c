// Other names that benchmarks use for unknown values.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = (unsigned char)x;
    __VERIFIER_assert(c <= 255); // PROVED
    __VERIFIER_assert(c != 200); // MUST-WARN
    return 0;
}
