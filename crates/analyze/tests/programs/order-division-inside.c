// Divisions beside a call that changes the divisor, guarded or after it.
#include "verifier.h"

int t = 1, sum;
int clear(void) { t = 0; return 1; }
int add(int a, int b) { sum = a + b; return sum; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0)
        add(t != 0 ? 10 / t : 1, clear()); // PROVED division
    t = n > 0 ? 3 : 2;
    add(10 / t, 1); // PROVED division
    __VERIFIER_assert(t >= 2); // PROVED
    return 0;
}
