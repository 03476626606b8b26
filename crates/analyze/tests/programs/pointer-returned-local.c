// The address of a static local outlives the call.
#include "verifier.h"

int *cell(void) {
    static int value = 1;
    return &value;
}
int main(void) {
    int *p = cell();
    *p = 6;
    __VERIFIER_assert(*cell() == 1); // DEFINITE
    return 0;
}
