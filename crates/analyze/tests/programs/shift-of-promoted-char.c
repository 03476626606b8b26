// A char is promoted before it is shifted.
#include "verifier.h"

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int wide = c << 4;
    unsigned char back = c << 4;
    __VERIFIER_assert(wide <= 4080); // PROVED
    __VERIFIER_assert(back == wide); // MUST-WARN
    return 0;
}
