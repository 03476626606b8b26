// A remainder of a negative number is a bad index.
#include "verifier.h"

int main(void) {
    int table[10] = { 0 };
    int x = __VERIFIER_nondet_int();
    int y = table[x % 10]; // MUST-WARN index
    unsigned u = __VERIFIER_nondet_uint();
    y += table[u % 10]; // PROVED index
    if (x >= 0)
        y += table[x % 10]; // PROVED index
    return y;
}
