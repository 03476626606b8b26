// A recursive function changes a global variable, however deep it goes.
#include "verifier.h"

int depth;
void down(int n) {
    depth++;
    if (n > 0)
        down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 40);
    down(n);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(depth == 1); // MUST-WARN
    __VERIFIER_assert(depth <= 8); // MUST-WARN
    return 0;
}
