// A negative index from the second field hits the first.
#include "verifier.h"

struct S { int first; int rest[2]; };
int main(void) {
    struct S s = { 5, { 0, 0 } };
    int *p = s.rest;
    int i = -1;
    p[i] = 9;
    __VERIFIER_assert(s.first == 5); // MUST-WARN
    return 0;
}
