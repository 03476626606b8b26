// First up, then down.
#include "verifier.h"

int main(void) {
    int x = 0, down = 0;
    for (int i = 0; i < 90; i++) {
        if (x == 10)
            down = 1;
        if (x == 0)
            down = 0;
        x += down ? -1 : 1;
    }
    __VERIFIER_assert(down == 0 || down == 1); // PROVED
    __VERIFIER_assert(x <= 9); // MUST-WARN
    return 0;
}
