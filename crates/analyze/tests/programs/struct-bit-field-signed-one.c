// A signed bit-field of one bit holds 0 and -1.
#include "verifier.h"

struct B { int flag : 1; };
int main(void) {
    struct B b;
    b.flag = 1;
    __VERIFIER_assert(b.flag == 1); // DEFINITE
    return 0;
}
