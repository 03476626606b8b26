// A short written into an int, and the int read again.
#include "verifier.h"

int main(void) {
    int x = 0x11111111;
    ((short *)&x)[1] = 0x2222;
    __VERIFIER_assert(x == 0x22221111); // HOLDS
    __VERIFIER_assert(x == 0x11111111); // MUST-WARN
    return 0;
}
