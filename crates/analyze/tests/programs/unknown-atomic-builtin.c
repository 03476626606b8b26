// Atomic built-ins write through their pointers.
#include "verifier.h"

int main(void) {
    int x = 1;
    __sync_fetch_and_add(&x, 4);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x == 1); // MUST-WARN
    __atomic_store_n(&x, 9, 0);
    __VERIFIER_assert(x == 5); // MUST-WARN
    return 0;
}
