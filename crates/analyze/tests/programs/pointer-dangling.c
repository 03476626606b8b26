// A pointer to a variable whose block has ended.
#include "verifier.h"

int main(void) {
    int *p;
    {
        int inner = 5;
        p = &inner;
        __VERIFIER_assert(*p == 5); // PROVED
    }
    int x = 1;
    __VERIFIER_assert(x == 1); // PROVED
    return p != 0;
}
