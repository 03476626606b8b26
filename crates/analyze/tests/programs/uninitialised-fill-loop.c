// A loop writes as many elements as it has turns.
//! checks: all
#include "verifier.h"

int main(void) {
    int big[100], seen = 0, n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 100);
    for (int i = 0; i < n; i++)
        big[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        if (big[i] == 7) // PROVED uninitialised standard
            seen++;
    if (n > 5 && big[5] == 3) // PROVED uninitialised standard
        seen++;
    for (int i = 0; i < n; i++)
        big[i] += 1; // PROVED uninitialised standard
    if (big[60] == 3) // MUST-WARN uninitialised
        seen++;
    return seen > 200;
}
