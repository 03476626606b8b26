// An address stored as an integer and read as a pointer by a union.
#include "verifier.h"

union Both { int *pointer; unsigned long number; };
int main(void) {
    int x = 1;
    union Both b;
    b.number = (unsigned long)&x;
    *b.pointer = 2;
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
