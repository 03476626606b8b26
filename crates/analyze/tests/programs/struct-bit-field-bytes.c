// A bit-field that fills its bytes, and numbers of another sign that are written over it.
#include "verifier.h"

struct B { unsigned short low : 8, high : 8; signed char plain : 8; int wide : 16; } b;

int main(void) {
    signed char *bytes = (signed char *)&b;
    bytes[1] = -20;
    __VERIFIER_assert(b.high == 236); // PROVED
    unsigned char *others = (unsigned char *)&b;
    others[2] = 200;
    __VERIFIER_assert(b.plain == -56); // PROVED
    b.low = 255;
    __VERIFIER_assert(bytes[0] == -1); // PROVED
    __VERIFIER_assert(b.high == b.low); // DEFINITE
    return 0;
}
