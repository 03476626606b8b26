// What is declared weak and defined nowhere is null.
#include "verifier.h"

extern int nowhere(void) __attribute__((weak));
extern int nothing __attribute__((__weak__));
extern int neither;
#pragma weak neither
int main(void) {
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(nowhere != 0); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(&nothing != 0); // MUST-WARN
    __VERIFIER_assert(&neither != 0); // MUST-WARN
    return 0;
}
