// Right shifts of negative numbers round down in gcc; a division rounds to zero.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -7 && x <= 8);
    __VERIFIER_assert(x >> 1 >= -4 && x >> 1 <= 4); // PROVED
    __VERIFIER_assert(x / 2 >= -3 && x / 2 <= 4); // PROVED
    __VERIFIER_assert(x >> 1 == x / 2); // MUST-WARN
    return 0;
}
