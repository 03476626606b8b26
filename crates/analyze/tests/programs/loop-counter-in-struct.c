// A counter that is a field.
#include "verifier.h"

struct Range { int low, high; };
int main(void) {
    struct Range r = { 0, 20 };
    while (r.low < r.high)
        r.low++;
    __VERIFIER_assert(r.low == 20); // PROVED
    __VERIFIER_assert(r.low == r.high); // PROVED
    __VERIFIER_assert(r.low < r.high); // DEFINITE
    return 0;
}
