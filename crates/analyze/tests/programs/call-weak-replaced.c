// Another file may bring its own definition of what is defined weak.
#include "verifier.h"

__attribute__((weak)) int soundline_replaced(void) { return 1; }
__attribute__((weak)) int soundline_replaced_variable = 1;
int main(void) {
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(soundline_replaced() == 1); // MUST-WARN
    __VERIFIER_assert(soundline_replaced_variable == 1); // MUST-WARN
    return 0;
}
