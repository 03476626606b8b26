// The copy of a struct shares what its pointer points to.
#include "verifier.h"

struct View { int *data; int n; };
static void fill(struct View v) {
    v.n = 0;
    for (int i = 0; i < 3; i++)
        v.data[i] = 9;
}
int main(void) {
    int a[3] = { 0 };
    struct View v = { a, 3 };
    fill(v);
    __VERIFIER_assert(v.n == 3); // PROVED
    __VERIFIER_assert(a[1] == 0); // MUST-WARN
    return 0;
}
