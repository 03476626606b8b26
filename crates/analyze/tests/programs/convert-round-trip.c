// A value that fits survives the way there and back.
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 255);
    unsigned char c = (unsigned char)x;
    int back = c;
    __VERIFIER_assert(back == x); // PROVED zones octagons polyhedra
    __VERIFIER_assert(back <= 255); // PROVED
    return 0;
}
