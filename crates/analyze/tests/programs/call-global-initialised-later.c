// A declaration first, the definition with its value at the end.
#include "verifier.h"

extern int limit;
static int *address;
int main(void) {
    __VERIFIER_assert(limit == 5); // PROVED
    *address = 6;
    __VERIFIER_assert(limit == 5); // DEFINITE
    return 0;
}
int limit = 5;
static int *address = &limit;
