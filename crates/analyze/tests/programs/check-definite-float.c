//! checks: all
// A result that is infinite in every run.
#include "verifier.h"

int main(void) {
    double large = 1e300;
    large *= large; // DEFINITE float
    __VERIFIER_assert(large - large == 0); // MUST-WARN
    return 0;
}
