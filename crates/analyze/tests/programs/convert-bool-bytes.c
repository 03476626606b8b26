// A byte that is neither 0 nor 1 is no _Bool: what is read may be anything.
#include "verifier.h"

extern void *memset(void *, int, unsigned long);
union U { _Bool b; unsigned char c; };
struct S { _Bool flag; int n; } own;
_Bool still;
int main(void) {
    int x = __VERIFIER_nondet_bool(), seen;
    still = x;
    own.flag = x;
    __VERIFIER_assert(still <= 1); // PROVED
    __VERIFIER_assert(own.flag == 0 || own.flag == 1); // PROVED
    if (x) {
        union U u;
        u.c = 5;
        seen = u.b;
        __VERIFIER_assert(seen <= 1); // MUST-WARN
    } else {
        memset(&own, 2, sizeof own);
        seen = own.flag;
        __VERIFIER_assert(seen <= 1); // MUST-WARN
    }
    return 0;
}
