// A jump to a label ends the variables that do not exist there.
#include "verifier.h"

int main(void) {
    int *p = 0, count = 0;
again:
    {
        int kept = 1;
        int *own = &kept;
        *own = 2; // PROVED access
        if (count < 1) {
            count++;
            goto again;
        }
        p = &kept;
        if (__VERIFIER_nondet_bool())
            goto inside;
        goto out;
    inside:
        *p = 3; // PROVED access
    }
    return 0;
out:
    return *p; // MUST-WARN access
}
