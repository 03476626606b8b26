// An array whose length is known at run time only.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 10);
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i; // PROVED zones octagons polyhedra
    a[n] = 0; // MUST-WARN index
    return 0;
}
