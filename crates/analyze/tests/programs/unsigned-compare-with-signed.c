// A comparison between int and unsigned is done in unsigned.
#include "verifier.h"

int main(void) {
    int x = -1;
    unsigned one = 1u;
    __VERIFIER_assert(x < one); // DEFINITE
    return 0;
}
