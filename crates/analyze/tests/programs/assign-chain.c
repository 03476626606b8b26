// Assignments are values, from right to left, converted on the way.
#include "verifier.h"

int main(void) {
    int a, c;
    char b;
    a = b = c = 300;
    __VERIFIER_assert(c == 300); // PROVED
    __VERIFIER_assert(b == 44 && a == 44); // PROVED
    __VERIFIER_assert(a == 300); // DEFINITE
    return 0;
}
