// A union is copied whole.
#include "verifier.h"

union U { int i; char c[8]; };
int main(void) {
    union U a, b;
    a.i = 5;
    b = a;
    a.i = 6;
    __VERIFIER_assert(b.i == 5); // PROVED
    __VERIFIER_assert(b.i == 6); // MUST-WARN
    return 0;
}
