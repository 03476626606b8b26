// Shorts are multiplied as int; the product wraps when stored.
#include "verifier.h"

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(a <= 300);
    unsigned short p = a * a;
    int wide = a * a;
    __VERIFIER_assert(wide <= 90000); // PROVED
    __VERIFIER_assert(p == wide); // MUST-WARN
    return 0;
}
