// Or and exclusive or of small numbers stay below the next power of two.
#include "verifier.h"

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a <= 5 && b <= 6);
    __VERIFIER_assert((a | b) <= 7); // PROVED
    __VERIFIER_assert((a ^ b) <= 7); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert((a | b) <= 6); // MUST-WARN
    __VERIFIER_assert((a ^ b) <= 6); // MUST-WARN
    return 0;
}
