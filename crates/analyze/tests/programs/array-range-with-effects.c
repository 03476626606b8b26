// A value for several elements is evaluated once.
#include "verifier.h"

int main(void) {
    int n = 0;
    int a[4] = { [0 ... 3] = n++ };
    __VERIFIER_assert(n == 1); // HOLDS
    __VERIFIER_assert(n == 0 || a[0] != 0); // MUST-WARN
    return 0;
}
