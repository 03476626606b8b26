// A statement expression beside a call that writes what it reads.
#include "verifier.h"

int t;
int set(int x) { t = x; return x; }
int first(int a, int b) { return a; }
int main(void) {
    int r = first(({ int y = t; y + 1; }), set(3));
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 1); // MUST-WARN
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(r == 4); // MUST-WARN
    return 0;
}
