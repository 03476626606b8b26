// Literals are joined, and escapes are single characters.
#include "verifier.h"

int main(void) {
    char s[] = "a\0b" "\x41" "\n";
    __VERIFIER_assert(sizeof s == 6); // PROVED
    __VERIFIER_assert(s[1] == 0 && s[2] == 'b' && s[3] == 'A'); // PROVED
    __VERIFIER_assert(s[4] == 10); // PROVED
    __VERIFIER_assert(s[4] == 'n'); // DEFINITE
    return 0;
}
