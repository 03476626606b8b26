// The bytes of an int are read in the order of the machine.
#include "verifier.h"

int main(void) {
    int x = 258;
    unsigned char *bytes = (unsigned char *)&x;
    __VERIFIER_assert(bytes[0] <= 255); // PROVED
    __VERIFIER_assert(bytes[0] == 1); // MUST-WARN
    return 0;
}
