// A byte wraps at 255, although the addition itself is done in int.
#include "verifier.h"

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int wide = c + 1;
    __VERIFIER_assert(wide > 0 && wide <= 256); // PROVED
    c++;
    __VERIFIER_assert(c > 0); // MUST-WARN
    return 0;
}
