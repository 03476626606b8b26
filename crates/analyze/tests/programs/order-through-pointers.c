// A call writes a local variable through a pointer while the other argument reads it.
#include "verifier.h"

int put(int *p, int x) { *p = x; return x; }
int first(int a, int b) { return a; }
int main(void) {
    int x = 0, y = 0;
    int r = first(x, put(&x, 5));
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 0); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 5); // MUST-WARN
    __VERIFIER_assert(x == 5); // PROVED
    r = first(y, put(&x, 6));
    __VERIFIER_assert(r == 0); // PROVED
    return 0;
}
