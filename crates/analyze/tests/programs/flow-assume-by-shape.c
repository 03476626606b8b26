// Functions that stop if their argument is 0 are assumptions.
#include "verifier.h"

void assume_abort_if_not(int condition) {
    if (!condition) { abort(); }
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 0 && x <= 5 && y >= x);
    __VERIFIER_assert(y >= 0); // PROVED
    __VERIFIER_assert(y <= 5); // MUST-WARN
    return 0;
}
