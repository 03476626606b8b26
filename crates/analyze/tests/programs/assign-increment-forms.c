// Before and after.
#include "verifier.h"

int main(void) {
    int i = 5;
    int a = i++, b = ++i, c = i--, d = --i;
    __VERIFIER_assert(a == 5 && b == 7); // PROVED
    __VERIFIER_assert(c == 7 && d == 5 && i == 5); // PROVED
    __VERIFIER_assert(a == 6); // DEFINITE
    return 0;
}
