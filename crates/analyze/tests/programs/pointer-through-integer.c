// An address that went through an integer still points there.
#include "verifier.h"

int main(void) {
    int x = 1;
    unsigned long address = (unsigned long)&x;
    int *p = (int *)address;
    *p = 2;
    __VERIFIER_assert(x == 1); // MUST-WARN
    return 0;
}
