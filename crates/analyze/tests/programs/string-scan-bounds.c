// scanf stores as much as the input has, unless the format says how much.
#include "verifier.h"

extern int sscanf(const char *from, const char *format, ...);
int main(void) {
    char word[4], more[4];
    int n = 0, x[2] = { 1, 2 };
    switch (__VERIFIER_nondet_int()) {
    case 0:
        sscanf("word", "%3s", word); // PROVED access
        __VERIFIER_assert(x[0] == 1); // PROVED
        break;
    case 1:
        sscanf("words", "%s", more); // MUST-WARN access
        break;
    case 2:
        sscanf("12 wo", "%d %1s", &n, word); // PROVED access
        __VERIFIER_assert(n == 0); // MUST-WARN
    }
    return 0;
}
