// Nothing is reached after an assumption that cannot hold.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    __VERIFIER_assert(x > 9); // PROVED
    __VERIFIER_assume(x < 5);
    __VERIFIER_assert(0); // PROVED
    return 0;
}
