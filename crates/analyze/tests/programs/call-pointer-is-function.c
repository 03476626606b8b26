// A pointer to a function points to one of two, for certain.
#include "verifier.h"

int one(void) { return 1; }
int two(void) { return 2; }
int main(void) {
    int (*sure)(void) = one;
    if (__VERIFIER_nondet_int() > 7)
        sure = two;
    __VERIFIER_assert(sure == one || sure == two); // PROVED
    int result = sure(); // PROVED access
    __VERIFIER_assert(result >= 1 && result <= 2); // PROVED
    __VERIFIER_assert(result == 1); // MUST-WARN
    return 0;
}
