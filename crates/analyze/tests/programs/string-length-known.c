// The length of a string whose bytes are known, or some of them.
#include "verifier.h"

extern unsigned long strlen(const char *s);
int main(void) {
    __VERIFIER_assert(strlen("four") == 4); // PROVED
    __VERIFIER_assert(strlen("\0four") == 0); // PROVED
    char text[8] = "hello";
    __VERIFIER_assert(strlen(text) == 5); // PROVED
    __VERIFIER_assert(strlen(text + 2) == 3); // PROVED
    text[1] = __VERIFIER_nondet_char();
    unsigned long length = strlen(text);
    __VERIFIER_assert(length >= 1 && length <= 5); // PROVED
    __VERIFIER_assert(length == 5); // MUST-WARN
    return 0;
}
