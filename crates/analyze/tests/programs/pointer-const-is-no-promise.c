// A const pointer does not keep others from writing.
#include "verifier.h"

int main(void) {
    int x = 1;
    const int *reader = &x;
    int *writer = &x;
    *writer = 2;
    __VERIFIER_assert(*reader == 1); // DEFINITE
    return 0;
}
