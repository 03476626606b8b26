// A packed struct has no holes.
#include "verifier.h"

struct __attribute__((packed)) P { char c; int x; };
int main(void) {
    struct P p = { 1, 2 };
    __VERIFIER_assert(sizeof p == 5); // PROVED
    char *bytes = (char *)&p;
    bytes[1] = 9;
    __VERIFIER_assert(p.x == 2); // MUST-WARN
    __VERIFIER_assert(p.c == 1); // PROVED
    return 0;
}
