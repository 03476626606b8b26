// A function of another file returns anything and may change what it can see.
#include "verifier.h"

extern int rand(void);
int visible = 1;
static int hidden = 1;
int main(void) {
    int r = rand();
    __VERIFIER_assert(hidden == 1); // PROVED
    __VERIFIER_assert(r % 7 == 0); // MUST-WARN
    return visible;
}
