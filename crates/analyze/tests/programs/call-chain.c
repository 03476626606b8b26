// A value goes through several functions.
#include "verifier.h"

int third(int x) { return x > 100 ? 100 : x; }
int second(int x) { return third(x) + 1; }
int first(int x) { return second(x) * 2; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    int r = first(x);
    __VERIFIER_assert(r >= 2 && r <= 202); // PROVED
    __VERIFIER_assert(r < 202); // MUST-WARN
    return 0;
}
