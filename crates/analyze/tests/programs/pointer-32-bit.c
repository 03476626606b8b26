// Pointers and longs have 32 bits.
//! model: 32
#include "verifier.h"

int main(void) {
    int a[4] = { 0 };
    int *p = a;
    unsigned long address = (unsigned long)p;
    p = (int *)(address + 4);
    *p = 1;
    __VERIFIER_assert(sizeof p == 4); // PROVED
    __VERIFIER_assert(a[1] == 0); // MUST-WARN
    return 0;
}
