// The condition is false from the start.
#include "verifier.h"

int main(void) {
    int x = 5, i = 10;
    while (i < 10) {
        x = 6;
        __VERIFIER_assert(0); // PROVED
        i++;
    }
    __VERIFIER_assert(x == 5); // PROVED
    return 0;
}
