// How much room sprintf needs is known of most formats.
#include "verifier.h"

extern int sprintf(char *to, const char *format, ...);
extern int snprintf(char *to, unsigned long n, const char *format, ...);
int main(void) {
    char text[12];
    int n = __VERIFIER_nondet_int(), x[2] = { 1, 2 };
    switch (__VERIFIER_nondet_int()) {
    case 0:
        sprintf(text, "%d", n); // PROVED access
        __VERIFIER_assert(x[1] == 2); // PROVED
        break;
    case 1:
        sprintf(text, "x=%d", n); // MUST-WARN access
        break;
    case 2:
        sprintf(text, "hello, world"); // MUST-WARN access
        break;
    case 3:
        sprintf(text, "%s%c%5u", "abc", 'd', 1u); // HOLDS access
        break;
    case 4:
        sprintf(text, "%s", "eleven char"); // PROVED access
        break;
    case 5:
        snprintf(text, sizeof text, "%d %d", n, n); // PROVED access
        __VERIFIER_assert(x[1] == 2); // PROVED
    }
    return 0;
}
