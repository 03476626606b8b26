// A plain variable written through a pointer to volatile.
#include "verifier.h"

int main(void) {
    int x = 1;
    *(volatile int *)&x = 5;
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
