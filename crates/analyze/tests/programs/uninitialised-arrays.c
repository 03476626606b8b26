// Elements that were written have a value, those that were not have none.
//! checks: all
#include "verifier.h"

int main(void) {
    int a[4], seen = 0;
    a[1] = 2;
    if (a[1] == 2) // PROVED uninitialised
        seen++;
    int n = __VERIFIER_nondet_int();
    if (n == 3)
        a[2] = 1;
    if (a[2] == 1) // MUST-WARN uninitialised
        seen++;
    if (n == 3 && a[2] == 1) // PROVED uninitialised standard
        seen++;
    int zeros[300] = { 0 };
    if (n >= 0 && n < 300 && zeros[n] == 1) // PROVED uninitialised
        seen++;
    if (a[0] == 1) // DEFINITE uninitialised
        seen++;
    return seen > 9;
}
