// A function that never returns because it exits.
#include "verifier.h"

extern void exit(int code) __attribute__((noreturn));
void leave(int x) {
    if (x > 10)
        exit(1);
    if (x < 0)
        exit(2);
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    leave(x);
    __VERIFIER_assert(x >= 0 && x <= 10); // PROVED zones octagons polyhedra
    __VERIFIER_assert(x < 10); // MUST-WARN
    return 0;
}
