// Inline assembly with a memory operand changes what it points to.
#include "verifier.h"

int main(void) {
    int x = 1;
    int *p = &x;
    __asm__ volatile("movl $7, (%0)" : : "r"(p) : "memory");
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
