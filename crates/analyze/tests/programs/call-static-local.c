// A static variable keeps its value between calls.
#include "verifier.h"

int counter(void) {
    static int n = 10;
    return n++;
}
int main(void) {
    int a = counter(), b = counter();
    __VERIFIER_assert(a == 10); // PROVED
    __VERIFIER_assert(b == 11); // PROVED
    __VERIFIER_assert(counter() == 10); // DEFINITE
    return 0;
}
