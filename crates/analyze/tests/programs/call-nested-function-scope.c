// A local with the name of a global hides it.
#include "verifier.h"

int x = 1;
int get(void) { return x; }
int main(void) {
    int x = 5;
    {
        int x = 7;
        __VERIFIER_assert(x == 7); // PROVED
        x = 8;
    }
    __VERIFIER_assert(x == 5); // PROVED
    __VERIFIER_assert(get() == 1); // PROVED
    __VERIFIER_assert(get() == x); // DEFINITE
    return 0;
}
