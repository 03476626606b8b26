// The parameter of an inlined function has the name of a variable of its caller.
#include "verifier.h"

int f(int x) { x = x * 2; return x + 1; }
int main(void) {
    int x = 3;
    int y = f(x + 1);
    __VERIFIER_assert(x == 3); // PROVED
    __VERIFIER_assert(y == 9); // PROVED
    x = f(x);
    __VERIFIER_assert(x == 7); // PROVED
    return 0;
}
