// A check that fails only three calls down.
#include "verifier.h"

void dig(int n) {
    __VERIFIER_assert(n != 0); // MUST-WARN
    dig(n - 1);
}
int main(void) {
    dig(3);
    return 0;
}
