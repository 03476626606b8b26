// A search for the final zero of a string.
#include "verifier.h"

int main(void) {
    char s[10] = "abcdef";
    int n = 0;
    while (n < 10 && s[n] != 0) // PROVED index
        n++;
    __VERIFIER_assert(n <= 10); // PROVED
    __VERIFIER_assert(n == 0); // MUST-WARN
    return 0;
}
