// The inner loop moves the outer counter.
#include "verifier.h"

int main(void) {
    int rounds = 0;
    for (int i = 0; i < 10 && rounds < 50; i++) {
        rounds++;
        for (int j = 0; j < 3; j++)
            if (i == 9)
                i = 2;
    }
    __VERIFIER_assert(rounds <= 10); // MUST-WARN
    __VERIFIER_assert(rounds <= 50); // PROVED
    return 0;
}
