// Functions that call an error if their argument is 0 are assertions.
#include "verifier.h"

void check(int condition) {
    if (!condition) {
    ERROR: { reach_error(); abort(); }
    }
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x < 8);
    check(x * x < 50); // PROVED
    check(x != 6); // MUST-WARN
    return 0;
}
