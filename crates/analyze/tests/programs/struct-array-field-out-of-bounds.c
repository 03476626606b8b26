// The end of an array inside a struct.
#include "verifier.h"

struct S { int a[4]; int after; };
int main(void) {
    struct S s = { { 0 }, 7 };
    for (int i = 0; i <= 4; i++)
        s.a[i] = 1; // MUST-WARN index
    return 0;
}
