// The absolute value of the least int is negative when arithmetic wraps.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = x < 0 ? -x : x;
    __VERIFIER_assert(a >= 0); // MUST-WARN
    if (x != -2147483647 - 1) {
        int b = x < 0 ? -x : x;
        __VERIFIER_assert(b >= 0); // PROVED
    }
    return 0;
}
