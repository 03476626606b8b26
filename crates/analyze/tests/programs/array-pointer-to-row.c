// A pointer to a row steps over rows.
#include "verifier.h"

int main(void) {
    int m[3][4] = { { 0 } };
    int (*row)[4] = m;
    row++;
    (*row)[2] = 5;
    row[1][0] = 6;
    __VERIFIER_assert(m[1][2] == 5 && m[2][0] == 6); // PROVED
    __VERIFIER_assert(m[0][2] == 0); // PROVED
    __VERIFIER_assert(m[1][2] == 0); // DEFINITE
    return 0;
}
