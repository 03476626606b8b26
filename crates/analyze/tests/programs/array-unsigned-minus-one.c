// An index of -1 in unsigned arithmetic is great.
#include "verifier.h"

int main(void) {
    int a[4] = { 0 };
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i <= 4);
    return a[i - 1]; // MUST-WARN index
}
