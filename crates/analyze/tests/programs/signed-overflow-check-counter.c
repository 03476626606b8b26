// A counter below a bound never overflows.
//! overflow: check
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0;
    while (i < n)
        i = i + 1; // PROVED overflow
    return i;
}
