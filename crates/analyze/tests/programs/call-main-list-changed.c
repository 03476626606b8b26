// The list of arguments may be walked and changed.
#include "verifier.h"

int main(int argc, char **argv) {
    char **end = argv + argc;
    argc--;
    argv++;
    if (argc > 0) {
        __VERIFIER_assert(argv[-1] != 0); // PROVED octagons standard
        __VERIFIER_assert(*argv != 0); // PROVED octagons standard
        argv[0] = 0;
        __VERIFIER_assert(argv[0] != 0); // MUST-WARN
    }
    *end = "more";
    __VERIFIER_assert(*end == 0); // MUST-WARN
    return 0;
}
