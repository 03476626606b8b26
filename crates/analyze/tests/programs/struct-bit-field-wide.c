// Compilers do not agree on the width of arithmetic with bit-fields that are wider than int.
#include "verifier.h"

struct W { unsigned long long low : 40; unsigned long long high : 24; };
int main(void) {
    struct W w;
    w.low = 0xffffffffffULL;
    w.high = 3;
    __VERIFIER_assert(w.low == 0xffffffffffULL); // PROVED
    __VERIFIER_assert(w.low >> 36 == 15); // PROVED
    __VERIFIER_assert(w.high + 1 == 4); // PROVED
    __VERIFIER_assert(w.low + 1 != 0); // MUST-WARN
    return 0;
}
