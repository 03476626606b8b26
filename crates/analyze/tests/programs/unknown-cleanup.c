// A cleanup function runs at the end of a block.
#include "verifier.h"

int log_;
static void note(int *p) { log_ = *p; }
int main(void) {
    {
        __attribute__((cleanup(note))) int x = 5;
        x++;
    }
    __VERIFIER_assert(log_ == 0); // MUST-WARN
    return 0;
}
