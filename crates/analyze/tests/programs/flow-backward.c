// A comparison of something computed says what it was computed from.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x / 10 == 3)
        __VERIFIER_assert(x >= 30 && x <= 39); // PROVED
    if (x / 10 == 0)
        __VERIFIER_assert(x > -10 && x < 10); // PROVED
    if (x / 10 == 0)
        __VERIFIER_assert(x >= 0); // MUST-WARN
    if (x % 8 == 5)
        __VERIFIER_assert(x >= 5); // PROVED
    if (x >> 4 == 2)
        __VERIFIER_assert(x >= 32 && x < 48); // PROVED
    unsigned int u = __VERIFIER_nondet_uint();
    if (u - 10u < 5u)
        __VERIFIER_assert(u >= 10u && u < 15u); // PROVED
    if (u + 3u < 3u)
        __VERIFIER_assert(u >= 0xfffffffdu); // PROVED
    if (u + 3u < 4u)
        __VERIFIER_assert(u >= 0xfffffffdu); // MUST-WARN
    unsigned char c = __VERIFIER_nondet_uchar();
    if ((unsigned char)(c * 16) <= 64)
        __VERIFIER_assert(c <= 4); // MUST-WARN
    if (u < 100u && u * 3u > 90u)
        __VERIFIER_assert(u > 30u); // PROVED
    if ((u & 0xf0u) >= 0x40u)
        __VERIFIER_assert(u >= 0x40u); // PROVED
    if (u < 64u && (u | 1u) <= 5u)
        __VERIFIER_assert(u <= 5u); // PROVED
    if ((u ^ 5u) == 6u)
        __VERIFIER_assert(u == 3u); // PROVED
    if (u < 1000u && u << 3 >= 80u)
        __VERIFIER_assert(u >= 10u); // PROVED
    if (u << 3 >= 80u)
        __VERIFIER_assert(u >= 10u); // HOLDS
    if ((unsigned char)(c << 3) <= 80)
        __VERIFIER_assert(c <= 10); // MUST-WARN
    if (-x > 5 && x > -100)
        __VERIFIER_assert(x < -5); // PROVED
    short s = __VERIFIER_nondet_short();
    if ((s + 1) / 2 > 100)
        __VERIFIER_assert(s > 200); // PROVED
    switch (u / 4u) {
    case 2:
        __VERIFIER_assert(u >= 8u && u <= 11u); // PROVED
        break;
    default:
        break;
    }
    return 0;
}
