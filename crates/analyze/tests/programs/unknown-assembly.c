// Inline assembly may change its outputs.
#include "verifier.h"

int main(void) {
    int x = 1, y = 2;
    __asm__ volatile("movl $7, %0" : "=r"(x));
    __VERIFIER_assert(x == 1); // MUST-WARN
    __VERIFIER_assert(y == 2); // PROVED
    return 0;
}
