// The variables of a function end when it returns.
#include "verifier.h"

static int *leak(int n) {
    int own = n;
    int *p = &own;
    return p;
}

int main(void) {
    int *p = leak(1);
    int x = 7;
    x = *p; // DEFINITE access
    return x;
}
