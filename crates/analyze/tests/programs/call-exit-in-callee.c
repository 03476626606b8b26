// A callee that stops the program on one path.
#include "verifier.h"

extern void exit(int) __attribute__((noreturn));
static int positive(int x) {
    if (x <= 0)
        exit(3);
    return x;
}
int main(void) {
    int y = positive(__VERIFIER_nondet_int());
    __VERIFIER_assert(y > 0); // PROVED
    int q = 100 / y; // PROVED division
    __VERIFIER_assert(q == 0); // MUST-WARN
    return 0;
}
