// A loop with two entries.
#include "verifier.h"

int main(void) {
    int x = 0, y = 0;
    if (__VERIFIER_nondet_int())
        goto second;
first:
    x++;
    if (x >= 10)
        goto out;
second:
    y++;
    if (y < 100)
        goto first;
out:
    __VERIFIER_assert(x <= 10 && y <= 100); // PROVED
    __VERIFIER_assert(x >= 0); // PROVED
    __VERIFIER_assert(x == 10); // PROVED zones octagons polyhedra
    __VERIFIER_assert(y == 9); // MUST-WARN
    return 0;
}
