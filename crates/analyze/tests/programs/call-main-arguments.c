// main has arguments: at least the end of the list.
#include "verifier.h"

int main(int argc, char **argv) {
    __VERIFIER_assert(argc >= 0); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(argc == 0); // MUST-WARN
    int x = argc > 3 ? 3 : argc;
    __VERIFIER_assert(x <= 3); // PROVED
    return 0;
}
