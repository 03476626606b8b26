// A table of functions filled in a loop.
#include "verifier.h"

static int g;
static void a(void) { g = 1; }
static void b(void) { g = 2; }
int main(void) {
    void (*table[4])(void);
    for (int i = 0; i < 4; i++)
        table[i] = i < 2 ? a : b;
    table[3]();
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(g == 1); // MUST-WARN
    __VERIFIER_assert(g == 0); // MUST-WARN
    return 0;
}
