// The same function as argument of itself.
#include "verifier.h"

int add(int a, int b) { return a + b; }
int main(void) {
    int r = add(add(1, 2), add(3, add(4, 5)));
    __VERIFIER_assert(r == 15); // PROVED
    __VERIFIER_assert(r == 14); // DEFINITE
    return 0;
}
