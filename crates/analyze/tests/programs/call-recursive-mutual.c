// Two functions that call each other.
#include "verifier.h"

int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 30);
    int e = even(n);
    __VERIFIER_assert(e >= 0 && e <= 1); // HOLDS
    __VERIFIER_assert(e == 1); // MUST-WARN
    return 0;
}
