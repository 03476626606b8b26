// The body of do ... while runs at least once, continue goes to the condition.
#include "verifier.h"

int main(void) {
    int n = 0, x;
    do {
        n++;
        x = __VERIFIER_nondet_int();
        if (x == 3)
            continue;
    } while (x != 3 && n < 10);
    __VERIFIER_assert(n >= 1 && n <= 10); // PROVED
    __VERIFIER_assert(n < 10 || x == 3); // MUST-WARN
    return 0;
}
