// A definition in the old style: arguments are promoted, then converted.
#include "verifier.h"

int cut(c) char c; { return c; }
int main(void) {
    int r = cut(300);
    __VERIFIER_assert(r == 300); // MUST-WARN
    __VERIFIER_assert(r == 44); // PROVED
    return 0;
}
