// Inline functions and static ones are functions like any other.
#include "verifier.h"

static inline int clamp(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}
int main(void) {
    int x = clamp(__VERIFIER_nondet_int(), -3, 12);
    __VERIFIER_assert(x >= -3 && x <= 12); // PROVED
    __VERIFIER_assert(x >= -2); // MUST-WARN
    int table[16] = { 0 };
    return table[x + 3]; // PROVED index
}
