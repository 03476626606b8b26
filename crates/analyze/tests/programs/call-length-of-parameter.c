// The length of an array parameter is evaluated, although the parameter is a pointer.
#include "verifier.h"

int sum(int n, int a[n++], int m) {
    __VERIFIER_assert(m == 2); // PROVED
    __VERIFIER_assert(n == 2); // MUST-WARN
    return a[0];
}
int main(void) {
    int values[2] = {1, 2};
    sum(2, values, 2);
    return 0;
}
