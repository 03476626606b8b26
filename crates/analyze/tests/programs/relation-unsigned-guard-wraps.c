// x - y < 10 as unsigned numbers does not mean x < y + 10.
//! try: 4294967295, 4294967290
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x - y < 10) {
        __VERIFIER_assert(x < y + 10); // MUST-WARN
        __VERIFIER_assert(x >= y); // MUST-WARN
    }
    return 0;
}
