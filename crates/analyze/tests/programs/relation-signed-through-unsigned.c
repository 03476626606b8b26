// Equal as unsigned chars, different as ints.
//! try: 263, 519
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if ((unsigned char)x == (unsigned char)y)
        __VERIFIER_assert(x == y); // MUST-WARN
    if ((unsigned char)x == 7)
        __VERIFIER_assert(x == 7); // MUST-WARN
    if ((unsigned char)x < 8)
        __VERIFIER_assert(x < 8); // MUST-WARN
    return 0;
}
