// A char as an index may be negative.
#include "verifier.h"

int main(void) {
    int seen[256] = { 0 };
    char c = __VERIFIER_nondet_char();
    seen[(unsigned char)c]++; // PROVED index
    seen[c]++; // MUST-WARN index
    return 0;
}
