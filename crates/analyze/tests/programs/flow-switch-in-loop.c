// continue in a switch belongs to the loop, break to the switch.
#include "verifier.h"

int main(void) {
    int skipped = 0, done = 0;
    for (int i = 0; i < 6; i++) {
        switch (i) {
        case 0:
        case 1:
            skipped++;
            continue;
        case 4:
            break;
        default:
            skipped += 0;
        }
        done++;
    }
    __VERIFIER_assert(done == 6); // MUST-WARN
    __VERIFIER_assert(skipped <= 6); // PROVED zones octagons polyhedra
    return 0;
}
