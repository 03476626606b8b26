// The address of a local escapes into a global pointer, and the loop writes through it.
#include "verifier.h"

int *out;
int main(void) {
    int n = 0, limit = 3;
    out = &limit;
    while (n < limit) {
        n++;
        if (n == 2)
            *out = 10;
    }
    __VERIFIER_assert(n <= 3); // MUST-WARN
    return 0;
}
