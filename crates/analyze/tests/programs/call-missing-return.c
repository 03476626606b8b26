// A function that forgets to return a value: the caller gets any.
#include "verifier.h"

int sometimes(int x) {
    if (x > 0)
        return 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = sometimes(x);
    if (x > 0)
        __VERIFIER_assert(r == 1); // HOLDS
    return 0;
}
