// A write of one byte through a char pointer changes the int.
#include "verifier.h"

int main(void) {
    int x = 0;
    unsigned char *bytes = (unsigned char *)&x;
    bytes[1] = 1;
    __VERIFIER_assert(x == 0); // MUST-WARN
    __VERIFIER_assert(x == 256); // HOLDS
    return 0;
}
