// Exactly at, and just past, the size up to which arrays are expanded.
#include "verifier.h"

int main(void) {
    int a[16] = { 0 }, b[17] = { 0 };
    a[15] = 1;
    b[16] = 1;
    __VERIFIER_assert(a[15] == 1 && a[14] == 0); // PROVED
    __VERIFIER_assert(b[0] >= 0 && b[0] <= 1); // PROVED
    __VERIFIER_assert(b[16] == 0); // MUST-WARN
    return 0;
}
