// A test that nobody gets to is no assertion.
#include "verifier.h"

void f(int condition) {
    return;
    if (!condition)
        abort();
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    f(x > 0);
    __VERIFIER_assert(x > 0); // MUST-WARN
    return 0;
}
