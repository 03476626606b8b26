// A call through a pointer that is not known, in a program that is here as a whole: only functions whose address is used can
// be what it calls.
#include "verifier.h"
#include <stdlib.h>

static int state;

void count(void) {
    __VERIFIER_assert(state == 0); // MUST-WARN
    state++;
}

void check(const int *number) {
    __VERIFIER_assert(*number > 0); // PROVED standard
}

int main(void) {
    void (**calls)(void) = malloc(300 * sizeof *calls);
    int i, number = 5;
    if (!calls)
        return 0;
    for (i = 0; i < 300; i++)
        calls[i] = count;
    check(&number);
    calls[__VERIFIER_nondet_uint() % 300]();
    calls[__VERIFIER_nondet_uint() % 300]();
    return 0;
}
