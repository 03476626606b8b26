// Literals and constants lie in memory that cannot be written.
#include "verifier.h"

extern char *strcpy(char *to, const char *from);
static const int fixed = 3;
int main(void) {
    char *text = "abc";
    char own[] = "abc";
    own[0] = 'x';
    switch (__VERIFIER_nondet_int()) {
    case 0:
        text[0] = 'x'; // MUST-WARN
        break;
    case 1:
        *(int *)&fixed = 4; // MUST-WARN access
        break;
    case 2:
        strcpy(text, "x"); // MUST-WARN access
        break;
    default:
        __VERIFIER_assert(fixed == 3); // PROVED
    }
    return 0;
}
