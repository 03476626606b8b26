// The check is in a function that only a cleanup calls.
#include "verifier.h"

static void note(int *p) {
    __VERIFIER_assert(*p == 5); // MUST-WARN
}
int main(void) {
    {
        __attribute__((cleanup(note))) int x = 5;
        x++;
    }
    return 0;
}
