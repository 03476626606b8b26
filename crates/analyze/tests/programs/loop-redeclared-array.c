// An array that is zeroed in each round.
#include "verifier.h"

int main(void) {
    for (int i = 0; i < 3; i++) {
        int a[3] = { 0 };
        __VERIFIER_assert(a[1] == 0); // PROVED
        a[1] = 7;
        int b[3];
        b[i] = i;
        __VERIFIER_assert(b[0] == 0 || i != 0); // HOLDS
    }
    return 0;
}
