// An error function that returns ends nothing, and neither does a function around it.
#include "verifier.h"

static int errors;
void reach_error(void) { errors++; }
static void check(int condition) {
    if (!condition)
        reach_error(); // MUST-WARN error-call
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    check(x > 0);
    __VERIFIER_assert(x > 0); // MUST-WARN
    __VERIFIER_assert(errors == 0); // HOLDS
    return 0;
}
