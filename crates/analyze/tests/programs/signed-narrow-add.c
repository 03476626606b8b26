// chars are added as int: no overflow, but the conversion back loses bits.
#include "verifier.h"

int main(void) {
    signed char a = __VERIFIER_nondet_schar(), b = __VERIFIER_nondet_schar();
    int wide = a + b;
    __VERIFIER_assert(wide >= -256 && wide <= 254); // PROVED
    signed char c = a + b;
    __VERIFIER_assert(c == wide); // MUST-WARN
    return 0;
}
