// A return leaves in the middle of a loop.
#include "verifier.h"

int find(int limit) {
    for (int i = 0; i < limit; i++)
        if (__VERIFIER_nondet_bool())
            return i;
    return -1;
}
int main(void) {
    int k = find(3);
    __VERIFIER_assert(k >= -1 && k < 3); // PROVED
    __VERIFIER_assert(k >= 0); // MUST-WARN
    return 0;
}
