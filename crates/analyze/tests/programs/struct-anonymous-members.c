// Members of unnamed structs and unions are members of the outer one.
#include "verifier.h"

struct S { int a; union { struct { short low, high; }; int both; }; };
int main(void) {
    struct S s = { 1, { { 0, 0 } } };
    s.high = 1;
    __VERIFIER_assert(s.a == 1); // PROVED
    __VERIFIER_assert(s.both == 0); // MUST-WARN
    return 0;
}
