// Static storage of more scalars than are listed one by one is zero all the same.
#include "verifier.h"

static struct {
    int first[60], second[60];
    int *pointer;
    double number;
    int last;
} all;

int main(void) {
    __VERIFIER_assert(all.last == 0 && all.pointer == 0); // PROVED standard
    __VERIFIER_assert(all.number == 0.0); // PROVED standard
    __VERIFIER_assert(all.first[7] == 0); // HOLDS
    all.second[__VERIFIER_nondet_uint() % 60] = 3;
    __VERIFIER_assert(all.last == 0); // PROVED standard
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(all.second[5] == 0); // MUST-WARN
    return 0;
}
