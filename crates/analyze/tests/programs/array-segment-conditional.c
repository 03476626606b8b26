// Elements are written under a condition, so that in each turn of the loop one element more is not known to be written: a
// segment that shrinks from turn to turn is given up, and costs nothing that is known of other variables.
#include "verifier.h"

static int b[1000];

int main(void) {
    int m = __VERIFIER_nondet_int();
    if (m < 0 || m > 1000)
        return 0;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < m; j++) {
            __VERIFIER_assert(j <= 999); // PROVED standard
            if (b[j] < 3)
                b[j] = 7;
        }
    __VERIFIER_assert(m >= 0 && m <= 1000); // PROVED standard
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(m < 5 || b[4] == 0); // MUST-WARN
    return 0;
}
