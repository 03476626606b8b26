// An array initialised from a literal is a copy.
#include "verifier.h"

int main(void) {
    char s[] = "hi", t[8] = "yo";
    s[0] = 'H';
    __VERIFIER_assert(s[0] == 'H' && s[1] == 'i' && s[2] == 0); // PROVED
    __VERIFIER_assert(t[2] == 0 && t[7] == 0); // PROVED
    __VERIFIER_assert(sizeof s == 3); // PROVED
    __VERIFIER_assert(t[1] == 'y'); // DEFINITE
    return 0;
}
