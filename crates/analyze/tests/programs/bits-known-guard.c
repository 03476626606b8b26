// What a test of bits says about the number.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if ((x & ~7) == 0)
        __VERIFIER_assert(x >= 0 && x <= 7); // PROVED standard
    if (x & 8)
        __VERIFIER_assert(x != 0 && x != 7); // PROVED standard
    if (!(x & 1)) {
        __VERIFIER_assert(x != 5); // PROVED standard
        int next = x + 1;
        __VERIFIER_assert(next & 1); // PROVED standard
        __VERIFIER_assert(next > x); // HOLDS
    }
    unsigned char c = __VERIFIER_nondet_uchar();
    if ((c ^ 0x55) == 0)
        __VERIFIER_assert(c == 0x55); // PROVED standard
    signed char s = (signed char)x;
    if (s == -1)
        __VERIFIER_assert((x & 0xff) == 0xff); // HOLDS
    if ((unsigned char)x == 0)
        __VERIFIER_assert(x % 256 == 0); // HOLDS
    __VERIFIER_assert(x == s); // MUST-WARN
    return 0;
}
