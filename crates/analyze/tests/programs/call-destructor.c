// A destructor runs after main.
#include "verifier.h"

static int x = 1;
__attribute__((destructor)) static void last(void) {
    __VERIFIER_assert(x == 1); // MUST-WARN
}
int main(void) {
    x = 2;
    return 0;
}
