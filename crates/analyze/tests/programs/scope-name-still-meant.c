// A variable that is used by its name is there.
#include "verifier.h"

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int own = i;
        int *p = &own;
        *p += 1; // PROVED access
        sum += own;
    }
    __VERIFIER_assert(sum >= 0); // HOLDS
    return 0;
}
