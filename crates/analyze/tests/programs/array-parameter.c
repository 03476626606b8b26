// An array parameter is a pointer.
#include "verifier.h"

int sum(int a[], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
void clear(int a[static 4]) { a[0] = 0; }
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    clear(a);
    __VERIFIER_assert(a[0] == 0); // PROVED
    __VERIFIER_assert(a[1] == 2); // PROVED
    __VERIFIER_assert(sum(a, 4) == 10); // MUST-WARN
    return 0;
}
