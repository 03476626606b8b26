// An address copied byte by byte.
#include "verifier.h"

int main(void) {
    int x = 1;
    int *p = &x, *q;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    *q = 2;
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
