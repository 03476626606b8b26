// A statement expression gives the address of what it declares, which ends with it.
#include "verifier.h"

int main(void) {
    int *p = ({ int inner = 4; &inner; });
    int n = 2;
    __VERIFIER_assert(n == 2); // PROVED
    return *p; // DEFINITE access
}
