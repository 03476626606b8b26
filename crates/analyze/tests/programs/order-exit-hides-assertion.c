// The argument that would stop the program may be evaluated too late.
#include "verifier.h"

extern void exit(int) __attribute__((noreturn));
int need(int x) {
    if (x < 1)
        exit(3);
    return x;
}
int look(int x) {
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(x >= 1); // MUST-WARN
    return x;
}
int both(int a, int b) { return a - b; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = both(need(n), look(n));
    __VERIFIER_assert(n >= 1 && r == 0); // PROVED zones octagons polyhedra ; HOLDS
    __VERIFIER_assert(n >= 1); // PROVED
    return 0;
}
