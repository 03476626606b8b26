// Constants of enumerations count on.
#include "verifier.h"

enum E { A = -2, B, C, D = 10, F };
int main(void) {
    enum E e = C;
    __VERIFIER_assert(e == 0 && F == 11 && B == -1); // PROVED
    e = D;
    e++;
    __VERIFIER_assert(e == F); // PROVED
    __VERIFIER_assert(e == D); // DEFINITE
    return 0;
}
