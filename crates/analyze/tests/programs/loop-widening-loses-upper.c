// A flag flips when the counter gets there; a lazy analysis would see only the first rounds.
#include "verifier.h"

int main(void) {
    int i = 0, seen = 0;
    while (i < 1000) {
        if (i == 999)
            seen = 1;
        i++;
    }
    __VERIFIER_assert(seen == 0); // MUST-WARN
    __VERIFIER_assert(seen <= 1); // PROVED
    return 0;
}
