// What a mask test says about the whole.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & 0xfffffff0u) == 0)
        __VERIFIER_assert(x <= 15); // HOLDS
    if ((x & 1) == 0)
        __VERIFIER_assert(x != 4294967295u); // PROVED zones octagons polyhedra intervals*congruences
    if ((x & 6) == 4)
        __VERIFIER_assert(x == 4); // MUST-WARN
    if (!(x & 8))
        __VERIFIER_assert(x < 8); // MUST-WARN
    return 0;
}
