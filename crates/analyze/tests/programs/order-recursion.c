// Both operands call the function itself.
#include "verifier.h"

int calls;
int fib(int n) {
    calls++;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int last;
int tree(int n) {
    last = n;
    return n > 0 ? tree(n - 1) - tree(n - 2) : 0;
}
int main(void) {
    int r = fib(5);
    __VERIFIER_assert(r == 5); // HOLDS
    __VERIFIER_assert(calls == 15); // HOLDS
    r = tree(3);
    __VERIFIER_assert(last <= 3); // HOLDS
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(last == 3); // MUST-WARN
    return 0;
}
