// A constructor runs before main.
#include "verifier.h"

int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
int main(void) {
    __VERIFIER_assert(ready == 0); // MUST-WARN
    return 0;
}
