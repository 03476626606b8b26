// A char array that is just too short for the final zero.
#include "verifier.h"

int main(void) {
    char s[3] = "abc", t[3] = "d";
    __VERIFIER_assert(s[2] == 'c'); // PROVED
    __VERIFIER_assert(t[1] == 0 && t[2] == 0); // PROVED
    __VERIFIER_assert(s[2] == 0); // DEFINITE
    return 0;
}
