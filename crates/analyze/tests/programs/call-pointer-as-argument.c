// A callback that changes a variable of its caller through its argument.
#include "verifier.h"

void each(int n, void (*visit)(int, int *), int *state) {
    for (int i = 0; i < n; i++)
        visit(i, state);
}
void largest(int x, int *state) {
    if (x > *state)
        *state = x;
}
int main(void) {
    int most = -1;
    each(5, largest, &most);
    __VERIFIER_assert(most >= -1 && most <= 4); // PROVED
    __VERIFIER_assert(most == -1); // MUST-WARN
    return 0;
}
