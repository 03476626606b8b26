// An atomic variable is a variable.
#include "verifier.h"

int main(void) {
    _Atomic int a = 1;
    a += 4;
    __VERIFIER_assert(a == 1); // MUST-WARN
    return 0;
}
