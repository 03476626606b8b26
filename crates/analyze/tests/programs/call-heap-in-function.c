// One call of malloc serves two callers.
#include "verifier.h"

extern void *malloc(unsigned long n);
static int *make(int v) {
    int *p = malloc(sizeof *p);
    if (!p)
        abort();
    *p = v;
    return p;
}
int main(void) {
    int *a = make(1), *b = make(2);
    __VERIFIER_assert(*b == 2); // PROVED
    __VERIFIER_assert(*a == 2); // MUST-WARN
    return 0;
}
