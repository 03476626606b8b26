// A condition in a signed bit-field of one bit is 0 or -1.
#include "verifier.h"

struct B { int one : 1; unsigned bit : 1; int two : 2; };
int main(void) {
    struct B b;
    int x = __VERIFIER_nondet_int();
    int y = 3;
    b.one = y > 0;
    b.bit = y > 0;
    b.two = !(y > 0);
    __VERIFIER_assert(b.one == -1); // PROVED
    __VERIFIER_assert(b.bit == 1); // PROVED
    __VERIFIER_assert(b.two == 0); // PROVED
    b.one = x > 0;
    __VERIFIER_assert(b.one <= 0); // PROVED
    if (x > 5)
        __VERIFIER_assert(b.one == 1); // MUST-WARN
    return 0;
}
