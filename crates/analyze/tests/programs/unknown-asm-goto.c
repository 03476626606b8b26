// Assembly that may jump.
#include "verifier.h"

int main(void) {
    int x = 1;
    __asm__ goto("jmp %l0" : : : : out);
    x = 2;
    __VERIFIER_assert(0); // HOLDS
out:
    __VERIFIER_assert(x == 2); // MUST-WARN
    return 0;
}
