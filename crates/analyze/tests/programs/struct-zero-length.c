// A struct ends in an array of length zero, and lives in a larger buffer.
#include "verifier.h"

struct M { int n; char data[0]; };
int main(void) {
    union { struct M m; char raw[16]; } u;
    u.m.n = 3;
    u.m.data[2] = 7;
    __VERIFIER_assert(u.m.n == 3); // PROVED
    __VERIFIER_assert(u.raw[6] == 0); // MUST-WARN
    return 0;
}
