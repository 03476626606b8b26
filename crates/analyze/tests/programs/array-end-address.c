// The address one past the end may be taken, no further.
#include "verifier.h"

int main(void) {
    int a[4] = { 0 };
    int *end = &a[4];
    int n = 0;
    for (int *p = a; p != end; p++)
        n++;
    __VERIFIER_assert(n >= 0); // HOLDS
    __VERIFIER_assert(n == 0); // MUST-WARN
    return 0;
}
