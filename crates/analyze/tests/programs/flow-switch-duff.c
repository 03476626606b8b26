// Cases inside a loop inside the switch.
#include "verifier.h"

int main(void) {
    int n = __VERIFIER_nondet_int(), copied = 0;
    __VERIFIER_assume(n >= 1 && n <= 8);
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { copied++;
    case 3:      copied++;
    case 2:      copied++;
    case 1:      copied++;
            } while (--rounds > 0);
    }
    __VERIFIER_assert(copied >= 1); // PROVED polyhedra
    __VERIFIER_assert(copied <= 4); // MUST-WARN
    return 0;
}
