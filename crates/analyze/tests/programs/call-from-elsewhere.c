// Unknown code may call every function that has a name elsewhere.
#include "verifier.h"

extern void soundline_elsewhere(void);
static int state = 1;
void soundline_called_from_elsewhere(int x) {
    state = x;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x != 3); // MUST-WARN
}
int main(void) {
    soundline_elsewhere();
    __VERIFIER_assert(state == 1); // MUST-WARN
    return 0;
}
