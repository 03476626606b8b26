// Calls that would take very long to come to an end are not followed; those that end soon are.
#include "verifier.h"

static int descend(int level) {
    if (level > 0 && __VERIFIER_nondet_int())
        return descend(level - 1);
    return level;
}

static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }

int main(void) {
    int start = __VERIFIER_nondet_int();
    __VERIFIER_assume(start >= 0 && start <= 1000);
    int end = descend(start);
    __VERIFIER_assert(end >= 0); // HOLDS
    __VERIFIER_assert(end > 0); // MUST-WARN
    __VERIFIER_assert(sum(20) == 210); // PROVED standard
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 12);
    __VERIFIER_assert(sum(n) >= 0); // PROVED standard
    return 0;
}
