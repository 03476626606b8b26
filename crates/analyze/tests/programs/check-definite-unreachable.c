// A point that every run reaches.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3)
        x = 3;
    if (x > 4)
        __builtin_unreachable(); // PROVED unreachable
    __builtin_unreachable(); // DEFINITE unreachable
}
