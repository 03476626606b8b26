// A function changes a global variable.
#include "verifier.h"

int g = 3;
void bump(void) { g++; }
int main(void) {
    __VERIFIER_assert(g == 3); // PROVED
    bump();
    bump();
    __VERIFIER_assert(g == 5); // PROVED
    if (__VERIFIER_nondet_int())
        bump();
    __VERIFIER_assert(g == 5); // MUST-WARN
    return 0;
}
