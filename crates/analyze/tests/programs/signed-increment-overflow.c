// ++ and compound assignments overflow too.
//! overflow: check
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    long y = __VERIFIER_nondet_long();
    short s = __VERIFIER_nondet_short();
    s++;
    if (__VERIFIER_nondet_bool())
        x++; // MUST-WARN overflow
    y -= 1; // MUST-WARN overflow
    return x > y + s;
}
