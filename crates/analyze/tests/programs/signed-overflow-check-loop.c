// A sum in a loop without a bound overflows at last.
//! overflow: check
#include "verifier.h"

int main(void) {
    int sum = 2147483000;
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 100);
    for (int i = 0; i < n; i++) { // PROVED overflow
        sum += i; // MUST-WARN overflow
    }
    return sum < 0;
}
