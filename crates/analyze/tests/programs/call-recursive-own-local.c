// Every activation has its own local, and pointers may lead to one further up.
#include "verifier.h"

int lowest(int n, int *above) {
    int mine = n;
    if (n == 0) {
        *above = 100;
        return mine;
    }
    int below = lowest(n - 1, &mine);
    if (n == 1)
        __VERIFIER_assert(mine == 1); // MUST-WARN
    return below;
}
int main(void) {
    int top = 7;
    int r = lowest(3, &top);
    __VERIFIER_assert(r == 0); // HOLDS
    __VERIFIER_assert(top == 7); // HOLDS
    return 0;
}
