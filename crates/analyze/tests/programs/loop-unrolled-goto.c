// A loop that is entered in its middle, and one that is left by a jump.
#include "verifier.h"

int main(void) {
    int i = 0, n = 0;
    if (__VERIFIER_nondet_bool())
        goto middle;
    while (i < 4) {
        n += 10;
    middle:
        n++;
        i++;
    }
    __VERIFIER_assert(n >= 34 && n <= 44); // HOLDS
    __VERIFIER_assert(n == 44); // MUST-WARN
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++)
            if (j * k == 2)
                goto out;
    n = 0;
out:
    __VERIFIER_assert(n > 0); // PROVED standard
    return 0;
}
