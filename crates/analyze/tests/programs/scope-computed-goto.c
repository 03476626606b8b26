// A jump to an address ends what does not exist at the label.
#include "verifier.h"

int main(void) {
    int zero = 0, *p = &zero;
    static void *const labels[] = { &&inside, &&outside };
    {
        int inner = 1;
        p = &inner;
        goto *labels[__VERIFIER_nondet_bool()];
    inside:
        *p = 2; // HOLDS access
        __VERIFIER_assert(inner == 2); // HOLDS
        return 0;
    }
outside:
    *p = 3; // MUST-WARN access
    return zero;
}
