// Plain char is signed on x86.
#include "verifier.h"

int main(void) {
    char c = (char)200;
    __VERIFIER_assert(c < 0); // PROVED
    __VERIFIER_assert('\xff' == -1); // PROVED
    char any = __VERIFIER_nondet_char();
    __VERIFIER_assert(any >= 0); // MUST-WARN
    return 0;
}
