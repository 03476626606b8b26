// main calls itself.
#include "verifier.h"

int depth;
int main(void) {
    depth++;
    if (depth < 4)
        return main();
    __VERIFIER_assert(depth == 4); // HOLDS
    __VERIFIER_assert(depth == 1); // MUST-WARN
    return 0;
}
