// A variable ends with its block: what points to it dangles.
#include "verifier.h"

int main(void) {
    int *p;
    int outer = 1;
    {
        int inner = 2;
        p = &inner;
        *p = 3; // PROVED access
        __VERIFIER_assert(inner == 3); // PROVED
    }
    outer = *p; // DEFINITE access
    return outer;
}
