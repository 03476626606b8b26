// Static variables are zero, automatic ones are not.
#include "verifier.h"

int main(void) {
    static int s;
    int a;
    __VERIFIER_assert(s == 0); // PROVED
    __VERIFIER_assert(a == 0); // MUST-WARN
    return 0;
}
