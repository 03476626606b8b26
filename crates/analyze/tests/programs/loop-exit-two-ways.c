// What is known at the end depends on the exit taken.
#include "verifier.h"

int main(void) {
    int i = 0, found = 0;
    while (i < 4) {
        if (__VERIFIER_nondet_bool()) {
            found = 1;
            break;
        }
        i++;
    }
    if (i < 4)
        __VERIFIER_assert(found == 1); // PROVED polyhedra
    __VERIFIER_assert(i <= 4); // PROVED
    __VERIFIER_assert(found == 1); // MUST-WARN
    return 0;
}
