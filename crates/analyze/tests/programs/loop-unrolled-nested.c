// Loops in loops, with calls, breaks and continues.
#include "verifier.h"

static int square(int x) {
    int result = 0;
    for (int i = 0; i < x; i++)
        result += x;
    return result;
}

int main(void) {
    int total = 0, odd = 0;
    for (int i = 1; i <= 4; i++) {
        if (i == 3)
            continue;
        for (int j = 0; j < i; j++) {
            total += j;
            if (j & 1)
                odd++;
        }
    }
    __VERIFIER_assert(total == 7); // PROVED standard
    __VERIFIER_assert(odd == 3); // PROVED standard
    __VERIFIER_assert(square(6) == 36); // PROVED standard
    int found = -1;
    int a[4] = {4, 8, 15, 16};
    int wanted = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++)
        if (a[i] == wanted) {
            found = i;
            break;
        }
    if (found >= 0)
        __VERIFIER_assert(wanted >= 4 && wanted <= 16); // HOLDS
    __VERIFIER_assert(found >= 0); // MUST-WARN
    return 0;
}
