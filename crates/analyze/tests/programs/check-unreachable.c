// Points that the programmer says are not reached, and are.
#include "verifier.h"

static int weight(int kind) {
    switch (kind) {
    case 0: return 1;
    case 1: return 4;
    default: __builtin_unreachable(); // MUST-WARN unreachable
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sum = weight(x & 3);
    if (sum == 3)
        __builtin_unreachable(); // PROVED unreachable standard
    __builtin_unreachable(); // MUST-WARN unreachable
}
