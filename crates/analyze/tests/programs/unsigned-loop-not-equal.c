// A loop that ends at != may step over its end, and wraps round.
#include "verifier.h"

int main(void) {
    unsigned char i = 1;
    int steps = 0;
    while (i != 0) {
        i += 2;
        if (i > 200)
            break;
        steps++;
    }
    __VERIFIER_assert(i > 200); // PROVED
    __VERIFIER_assert(i == 201); // PROVED intervals*congruences
    __VERIFIER_assert(i == 202); // MUST-WARN
    return 0;
}
