// A local of a loop's body begins anew in each round.
#include "verifier.h"

int main(void) {
    for (int i = 0; i < 3; i++) {
        int x;
        if (i == 0)
            x = 1;
        else
            x = 2;
        __VERIFIER_assert(x >= 1 && x <= 2); // PROVED
        __VERIFIER_assert(x == 1); // MUST-WARN
    }
    return 0;
}
