// A volatile local is written by the program.
#include "verifier.h"

int main(void) {
    volatile int x = 0;
    x = 5;
    __VERIFIER_assert(x == 0); // MUST-WARN
    return 0;
}
