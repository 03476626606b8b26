// The complement of x is -x - 1; of an unsigned number it is great.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 9);
    __VERIFIER_assert(~x >= -10 && ~x <= -1); // PROVED
    unsigned u = (unsigned)x;
    __VERIFIER_assert(~u >= 4294967286u); // PROVED
    unsigned char c = (unsigned char)x;
    unsigned char d = ~c;
    __VERIFIER_assert(d >= 246); // PROVED
    __VERIFIER_assert(~c == d); // MUST-WARN
    return 0;
}
