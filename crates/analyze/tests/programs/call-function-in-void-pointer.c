// A function's address kept in an integer.
#include "verifier.h"

static int hits;
static void hit(void) { hits = 3; }
int main(void) {
    unsigned long address = (unsigned long)hit;
    ((void (*)(void))address)();
    __VERIFIER_assert(hits == 0); // MUST-WARN
    return 0;
}
