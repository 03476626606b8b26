// A loop with a float counter runs once more than thought.
#include "verifier.h"

int main(void) {
    int n = 0;
    for (double f = 0.0; f < 1.0; f += 0.1)
        n++;
    __VERIFIER_assert(n == 10); // MUST-WARN
    __VERIFIER_assert(n >= 0); // PROVED
    return 0;
}
