// A great unsigned number becomes a negative int.
#include "verifier.h"

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    int x = u;
    __VERIFIER_assert(x >= 0); // MUST-WARN
    if (u <= 2147483647u) {
        int y = u;
        __VERIFIER_assert(y >= 0); // PROVED
    }
    return 0;
}
