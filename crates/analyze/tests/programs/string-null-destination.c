// The string functions write through null as little as others do.
#include "verifier.h"

extern char *strcat(char *to, const char *from);
extern char *strncat(char *to, const char *from, unsigned long n);
extern int sprintf(char *to, const char *format, ...);
int main(void) {
    char own[8] = "";
    char *p = __VERIFIER_nondet_bool() ? own : 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        strcat(p, "x"); // MUST-WARN access
        break;
    case 1:
        strncat(p, "x", 1); // MUST-WARN access
        break;
    case 2:
        sprintf(p, "x"); // MUST-WARN access
        break;
    default:
        strcat(own, "x"); // HOLDS access
    }
    return 0;
}
