// A char of all ones is -1, never 255.
#include "verifier.h"

int main(void) {
    char c = (char)0xff;
    unsigned char u = 0xff;
    __VERIFIER_assert(c != 0xff); // PROVED
    __VERIFIER_assert(u != -1); // PROVED
    __VERIFIER_assert(c == u); // DEFINITE
    return 0;
}
