// do ... while (0) with continue goes to the condition and ends.
#include "verifier.h"

int main(void) {
    int n = 0;
    do {
        n++;
        if (n < 5)
            continue;
        n = 100;
    } while (0);
    __VERIFIER_assert(n == 1); // PROVED
    __VERIFIER_assert(n == 100); // DEFINITE
    return 0;
}
