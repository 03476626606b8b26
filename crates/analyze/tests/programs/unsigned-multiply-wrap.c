// A product of unsigned numbers wraps to 0 although no factor is 0.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x == 65536u || x == 3u);
    unsigned p = x * x;
    __VERIFIER_assert(p != 0); // MUST-WARN
    return 0;
}
