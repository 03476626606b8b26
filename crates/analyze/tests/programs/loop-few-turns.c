// Loops whose number of turns is not known, but small: they are followed to their end.
#include "verifier.h"

static unsigned reversed(unsigned word, int length) {
    unsigned result = 0;
    do {
        result |= word & 1;
        word >>= 1, result <<= 1;
    } while (--length > 0);
    return result >> 1;
}

int main(void) {
    unsigned length = __VERIFIER_nondet_uint() % 7 + 1;
    unsigned word = reversed(__VERIFIER_nondet_uint(), length);
    int n = __VERIFIER_nondet_uint() % 10, i, square = 0, power = 1;
    __VERIFIER_assert(word < 128); // PROVED standard
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(word < 2); // MUST-WARN
    for (i = 0; i < n; i++) {
        square += 2 * i + 1;
        power *= 2;
    }
    __VERIFIER_assert(square == n * n); // HOLDS
    __VERIFIER_assert(power <= 512 && square <= 81); // PROVED standard
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(power < 512); // MUST-WARN
    for (i = 9; i != n; i--)
        power += i;
    __VERIFIER_assert(power <= 600); // PROVED standard
    i = 3;
    do {
        i = __VERIFIER_nondet_bool() ? i - 1 : i + 1;
        power++;
    } while (i < 5 && power < 700);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(i != 5); // MUST-WARN
    return 0;
}
