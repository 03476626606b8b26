// A callee keeps an address, and another callee writes through it later.
#include "verifier.h"

static int *kept;
void keep(int *p) { kept = p; }
void poke(void) { if (kept) *kept = 13; }
int main(void) {
    int x = 1;
    keep(&x);
    __VERIFIER_assert(x == 1); // PROVED
    poke();
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
