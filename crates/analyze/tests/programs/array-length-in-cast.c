// A cast to a type whose length has an effect.
#include "verifier.h"

int main(void) {
    int a[6] = { 0 }, n = 2, m = 2;
    (void)(int (*)[n++])a;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(n == 2); // MUST-WARN
    typedef int (*Row)[m++];
    Row row = 0;
    __VERIFIER_assert(m == 2 || row != 0); // MUST-WARN
    return 0;
}
