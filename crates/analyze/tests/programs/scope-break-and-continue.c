// Jumps out of blocks end what is declared there.
#include "verifier.h"

int main(void) {
    int zero = 0, *p = &zero, *q = &zero;
    while (1) {
        int inner = 1;
        p = &inner;
        if (__VERIFIER_nondet_bool())
            break;
        p = &zero;
        switch (__VERIFIER_nondet_int()) {
        case 3: {
            int deep = 2;
            q = &deep;
            continue;
        }
        default:
            q = &zero;
        }
        __VERIFIER_assert(*q == 0); // PROVED
    }
    *q = 1; // MUST-WARN access
    return *p; // DEFINITE access
}
