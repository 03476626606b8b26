// Memory on the stack of a call that waits is still there when the call in it returns.
#include "verifier.h"

int keep(int n) {
    int *own = __builtin_alloca(sizeof(int));
    *own = n;
    if (n > 0)
        keep(n - 1);
    __VERIFIER_assert(*own == n); // HOLDS
    return *own;
}
int main(void) {
    __VERIFIER_assert(keep(3) == 3); // HOLDS
    __VERIFIER_assert(keep(3) == 2); // MUST-WARN
    return 0;
}
