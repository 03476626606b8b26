// A jump by an address in a table of labels.
#include "verifier.h"

int main(void) {
    void *table[] = { &&zero, &&one, &&two };
    unsigned k = __VERIFIER_nondet_uint();
    int r;
    __VERIFIER_assume(k < 3);
    goto *table[k]; // PROVED index
zero:
    r = 0;
    goto end;
one:
    r = 1;
    goto end;
two:
    r = 2;
end:
    __VERIFIER_assert(r >= 0 && r <= 2); // PROVED
    __VERIFIER_assert(r <= 1); // MUST-WARN
    return 0;
}
