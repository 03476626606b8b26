// A negative int becomes a great unsigned number.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -5 && x <= -1);
    unsigned u = x;
    __VERIFIER_assert(u >= 4294967291u); // PROVED
    __VERIFIER_assert(u < 10); // DEFINITE
    return 0;
}
