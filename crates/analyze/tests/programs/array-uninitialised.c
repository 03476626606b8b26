// Elements of an automatic array have any value.
#include "verifier.h"

int main(void) {
    int a[50];
    a[0] = 1;
    __VERIFIER_assert(a[0] == 1); // HOLDS
    __VERIFIER_assert(a[7] == 0); // MUST-WARN
    return 0;
}
