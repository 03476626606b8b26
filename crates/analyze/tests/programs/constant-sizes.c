// sizeof does not evaluate its operand.
#include "verifier.h"

int main(void) {
    int i = 0;
    unsigned long n = sizeof(i++);
    __VERIFIER_assert(i == 0); // PROVED
    __VERIFIER_assert(n == 4); // PROVED
    __VERIFIER_assert(sizeof(long) == 8 && sizeof(char) == 1); // PROVED
    __VERIFIER_assert(i == 1); // DEFINITE
    return 0;
}
