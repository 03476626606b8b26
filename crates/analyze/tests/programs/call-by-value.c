// A function changes its own copy of an argument.
#include "verifier.h"

int change(int x) { x = x + 10; return x; }
int main(void) {
    int a = 5;
    int b = change(a);
    __VERIFIER_assert(a == 5); // PROVED
    __VERIFIER_assert(b == 15); // PROVED
    return 0;
}
