// What a statement expression declares ends with it, its value stays.
#include "verifier.h"

int main(void) {
    int *p;
    int value = ({ int inner = 3; p = &inner; inner + 1; });
    __VERIFIER_assert(value == 4); // PROVED
    return *p; // DEFINITE access
}
