// The assertion holds for the first 40 rounds: widening must not stop the search too early.
#include "verifier.h"

int main(void) {
    int i = 0;
    while (i < 100) {
        __VERIFIER_assert(i != 41); // MUST-WARN
        i++;
    }
    return 0;
}
