// One past the end.
#include "verifier.h"

int main(void) {
    int a[4] = { 0 };
    int *p = a + 4;
    a[4] = 1; // DEFINITE index
    return p == a;
}
