// A pointer walks through an array.
#include "verifier.h"

int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 }, count = 0;
    for (int *p = a; p < a + 5; p++) {
        if (*p > 2) // PROVED access
            count++;
    }
    __VERIFIER_assert(count <= 3);
    __VERIFIER_assert(count == 0); // MUST-WARN
    return 0;
}
