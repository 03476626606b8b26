// Every compound assignment.
#include "verifier.h"

int main(void) {
    int x = 100;
    x += 5;
    x -= 3;
    x *= 2;
    x /= 3;
    __VERIFIER_assert(x == 68); // PROVED
    x %= 50;
    x <<= 3;
    x >>= 1;
    __VERIFIER_assert(x == 72); // PROVED
    x &= 12;
    x |= 3;
    x ^= 5;
    __VERIFIER_assert(x == 14); // PROVED
    __VERIFIER_assert(x == 15); // DEFINITE
    return 0;
}
