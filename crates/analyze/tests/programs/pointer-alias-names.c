// Two names of one variable, or of one function, have one address.
#include "verifier.h"

int first = 1;
extern int second __attribute__((alias("first")));
int third = 1;
extern int fourth __asm__("third");
int once(int x) { return x + 1; }
int again(int x) __attribute__((alias("once")));
int (*chosen)(int) = again;
int main(void) {
    int *p = &second;
    __VERIFIER_assert(p == &first); // HOLDS
    if (p != &first) {
        __VERIFIER_assert(__VERIFIER_nondet_int() != 7); // HOLDS
    }
    __VERIFIER_assert(chosen == once); // HOLDS
    if (__VERIFIER_nondet_int()) {
        fourth = 2;
        __VERIFIER_assert(third == 1); // MUST-WARN
    }
    second = 2;
    __VERIFIER_assert(first == 1); // MUST-WARN
    return 0;
}
