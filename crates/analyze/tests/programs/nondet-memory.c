// Any bytes.
#include "verifier.h"

extern void __VERIFIER_nondet_memory(void *memory, unsigned long size);
int main(void) {
    int x = 1, y = 2;
    __VERIFIER_nondet_memory(&x, sizeof x);
    __VERIFIER_assert(y == 2); // PROVED
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
