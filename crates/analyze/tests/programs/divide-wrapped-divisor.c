// x + 1 is zero for the greatest unsigned number.
#include "verifier.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned q = 10u / (x + 1u); // MUST-WARN division
    if (x < 4294967295u)
        q += 10u / (x + 1u); // PROVED division
    return q;
}
