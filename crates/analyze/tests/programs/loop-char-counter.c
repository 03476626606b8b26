// A char never gets to 200, an unsigned char never to 256.
#include "verifier.h"

int main(void) {
    int rounds = 0;
    for (char c = 0; c < 200; c++) {
        rounds++;
        if (rounds > 300)
            break;
        __VERIFIER_assert(c >= 0); // MUST-WARN
    }
    return 0;
}
