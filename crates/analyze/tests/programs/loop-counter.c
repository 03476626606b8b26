// The simplest loop.
#include "verifier.h"

int main(void) {
    int i = 0;
    while (i < 1000)
        i++;
    __VERIFIER_assert(i == 1000); // PROVED
    return 0;
}
