// A library function cannot change variables whose address it never saw.
#include "verifier.h"

extern int putchar(int c);
extern int abs(int x);
int main(void) {
    int x = 5;
    putchar('\n');
    __VERIFIER_assert(x == 5); // PROVED
    int y = abs(__VERIFIER_nondet_int());
    __VERIFIER_assert(x == 5); // PROVED
    __VERIFIER_assert(y == 0); // MUST-WARN
    return 0;
}
