// A call through a pointer that can point to one function only.
#include "verifier.h"

int add(int a) { return a + 1; }
int main(void) {
    int (*f)(int) = add;
    __VERIFIER_assert(f(4) == 5); // PROVED
    __VERIFIER_assert((*f)(5) == 6); // PROVED
    return 0;
}
