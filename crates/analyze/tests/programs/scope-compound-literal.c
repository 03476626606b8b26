// A compound literal ends with the block around it.
#include "verifier.h"

int main(void) {
    int *p;
    {
        p = (int[]){ 1, 2 };
        __VERIFIER_assert(p[1] == 2); // PROVED
    }
    return p[0]; // DEFINITE access
}
