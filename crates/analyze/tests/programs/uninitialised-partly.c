// Only one path gives it a value; the loop may not run at all.
#include "verifier.h"

int main(void) {
    int x, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 3);
    for (int i = 0; i < n; i++)
        x = i;
    __VERIFIER_assert(x >= 0 && x <= 2); // MUST-WARN
    return 0;
}
