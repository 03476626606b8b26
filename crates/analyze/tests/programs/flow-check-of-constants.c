// What is reached is not unreachable, however constant it is.
#include "verifier.h"

extern void __goblint_check(int condition);
int main(void) {
    __goblint_check(1 && 1); // PROVED
    __goblint_check(0 || 1); // PROVED
    int x = __VERIFIER_nondet_int();
    __goblint_check(x > 0 || x <= 0); // PROVED
    __VERIFIER_assert(1 ? 1 : 0); // PROVED
    return 0;
}
