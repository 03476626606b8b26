// Equal literals may be one object, and one may be the end of another.
#include "verifier.h"

int main(void) {
    const char *a = "ab", *b = "ab";
    __VERIFIER_assert("lo" == "lo"); // HOLDS
    __VERIFIER_assert("Hello" + 3 != "lo"); // HOLDS
    __VERIFIER_assert(a != b); // MUST-WARN
    return 0;
}
