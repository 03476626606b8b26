// An index below zero.
#include "verifier.h"

int main(void) {
    int a[5] = { 0 };
    int i = __VERIFIER_nondet_int();
    if (i < 5)
        return a[i]; // MUST-WARN index
    return 0;
}
