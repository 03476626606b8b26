// The state that `random` was given changes with every call.
#include "verifier.h"

extern char *initstate(unsigned seed, char *state, unsigned long size);
extern long random(void);

int main(void) {
    static char state[32];
    char before[32];
    initstate(5, state, 32);
    int same = 1;
    for (int i = 0; i < 32; i++) {
        before[i] = state[i];
    }
    for (int i = 0; i < 40; i++) {
        random();
    }
    for (int i = 0; i < 32; i++) {
        same &= before[i] == state[i];
    }
    __VERIFIER_assert(same); // MUST-WARN
    return 0;
}
