// Steps of 2 keep parity when an unsigned number wraps, steps of 3 do not keep the remainder.
#include "verifier.h"

int main(void) {
    unsigned x = 4294967293u, y = 4294967292u;
    for (int i = 0; i < 4; i++) {
        x += 2;
        y += 3;
    }
    __VERIFIER_assert(x % 2 == 1); // HOLDS
    __VERIFIER_assert(y % 3 == 0); // MUST-WARN
    return 0;
}
