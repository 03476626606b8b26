// A jump within a block ends nothing of it.
#include "verifier.h"

int main(void) {
    int x = 4, *p = &x;
    if (__VERIFIER_nondet_bool())
        goto end;
    x = 5;
end:
    __VERIFIER_assert(*p >= 4 && *p <= 5); // PROVED
    return 0;
}
