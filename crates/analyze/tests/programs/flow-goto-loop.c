// A loop made of a label and a jump back.
#include "verifier.h"

int main(void) {
    int i = 0;
again:
    i++;
    if (i < 20)
        goto again;
    __VERIFIER_assert(i == 20); // PROVED
    return 0;
}
