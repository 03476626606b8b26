// An index computed from another element.
#include "verifier.h"

int main(void) {
    int next[4] = { 1, 2, 3, 0 };
    int at = 0;
    for (int i = 0; i < 10; i++)
        at = next[at]; // PROVED index
    __VERIFIER_assert(at >= 0 && at <= 3); // PROVED
    __VERIFIER_assert(at == 0); // MUST-WARN
    return 0;
}
