// A pointer to one member writes all.
#include "verifier.h"

union U { short s; int i; };
int main(void) {
    union U u;
    u.i = 0;
    short *p = &u.s;
    *p = -1;
    __VERIFIER_assert(u.i == 0); // MUST-WARN
    return 0;
}
