// A point that the programmer says cannot be reached.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 3)
        __builtin_unreachable(); // PROVED unreachable
    switch (x & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    default: __builtin_unreachable(); // PROVED unreachable
    }
}
