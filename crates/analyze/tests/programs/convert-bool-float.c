// A half is not 0, so it is true; as an int it would be 0.
#include "verifier.h"

int main(void) {
    double d = 0.5;
    _Bool b = d;
    int i = d;
    __VERIFIER_assert(b); // PROVED
    __VERIFIER_assert(i); // MUST-WARN
    return 0;
}
