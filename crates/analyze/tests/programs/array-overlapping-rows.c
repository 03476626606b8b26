// An index past a row, within the whole, is outside of the row all the same.
#include "verifier.h"

int m[2][4];
int main(void) {
    int *flat = &m[0][0];
    m[1][0] = 5;
    int j = 4;
    flat[j] = 6;
    __VERIFIER_assert(m[1][0] == 5); // MUST-WARN
    return 0;
}
