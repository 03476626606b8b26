// Globals without an initialiser are zero.
#include "verifier.h"

int table[1000];
struct { int a; char b[3]; } record;
int main(void) {
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(k >= 0 && k < 1000);
    __VERIFIER_assert(table[k] == 0); // PROVED
    __VERIFIER_assert(record.b[2] == 0); // PROVED
    table[k] = 4;
    __VERIFIER_assert(table[500] == 0); // MUST-WARN
    return 0;
}
