// Rows and columns have bounds of their own.
#include "verifier.h"

int main(void) {
    int m[2][4] = { { 0 } };
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = i * 4 + j; // PROVED index
    __VERIFIER_assert(m[1][3] >= 0 && m[1][3] <= 7); // PROVED
    int j = __VERIFIER_nondet_int();
    __VERIFIER_assume(j >= 0 && j < 8);
    return m[0][j]; // MUST-WARN index
}
