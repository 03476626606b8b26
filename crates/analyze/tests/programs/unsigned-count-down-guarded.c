// Counting down with a test against zero never wraps.
#include "verifier.h"

int main(void) {
    unsigned i = 10;
    while (i > 0) {
        i--;
        __VERIFIER_assert(i < 10); // PROVED
    }
    __VERIFIER_assert(i == 0); // PROVED
    return 0;
}
