// A static counter stops the recursion.
#include "verifier.h"

int calls(void) {
    static int n = 0;
    n++;
    if (n < 5)
        return calls();
    return n;
}
int main(void) {
    int r = calls();
    __VERIFIER_assert(r == 5); // HOLDS
    __VERIFIER_assert(r == 1); // MUST-WARN
    return 0;
}
