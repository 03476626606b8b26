// A recursive function writes to a local of its caller.
#include "verifier.h"

void fill(int *p, int n) {
    if (n == 0) {
        *p = 42;
        return;
    }
    fill(p, n - 1);
}
int main(void) {
    int x = 0;
    fill(&x, 12);
    __VERIFIER_assert(x == 0); // MUST-WARN
    return 0;
}
