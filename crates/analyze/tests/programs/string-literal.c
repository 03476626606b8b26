// Characters of a literal, its zero included.
#include "verifier.h"

int main(void) {
    const char *s = "abc";
    __VERIFIER_assert(s[0] == 'a' && s[2] == 'c'); // PROVED
    __VERIFIER_assert(s[3] == 0); // PROVED
    __VERIFIER_assert(sizeof "abc" == 4); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s[1] == 'a'); // MUST-WARN
    return s[4]; // MUST-WARN access index
}
