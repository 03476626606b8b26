// Two parameters that are the same variable.
#include "verifier.h"

void both(int *a, int *b) {
    *a = 1;
    *b = 2;
    __VERIFIER_assert(*a == 1); // MUST-WARN
}
int main(void) {
    int x = 0, y = 0;
    both(&x, &y);
    both(&x, &x);
    return 0;
}
