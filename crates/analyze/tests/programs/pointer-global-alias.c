// A pointer parameter may point to a global variable.
#include "verifier.h"

int g = 5;
void change(int *p) {
    g = 1;
    *p = 2;
    __VERIFIER_assert(g == 1); // MUST-WARN
}
int main(void) {
    int x;
    change(&x);
    change(&g);
    return 0;
}
