// A compound assignment computes in the common type and converts back.
#include "verifier.h"

int main(void) {
    unsigned char c = 200;
    c += 100;
    __VERIFIER_assert(c == 44); // PROVED
    signed char s = 127;
    s++;
    __VERIFIER_assert(s == -128); // PROVED
    int i = -1;
    i /= 2u;
    __VERIFIER_assert(i == 2147483647); // PROVED
    unsigned char d = __VERIFIER_nondet_uchar();
    d -= 1;
    __VERIFIER_assert(d < 255); // MUST-WARN
    return 0;
}
