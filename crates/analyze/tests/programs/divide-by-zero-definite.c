// A divisor that is zero in every run.
#include "verifier.h"

int main(void) {
    int zero = 0;
    int x = __VERIFIER_nondet_int();
    return x / zero; // DEFINITE division
}
