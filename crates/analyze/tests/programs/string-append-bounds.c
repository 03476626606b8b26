// How much room strcat needs depends on what is there.
#include "verifier.h"

extern char *strcat(char *to, const char *from);
extern char *strncat(char *to, const char *from, unsigned long n);
int main(void) {
    char text[8] = "abc";
    int x[2] = { 1, 2 };
    switch (__VERIFIER_nondet_int()) {
    case 0:
        strcat(text, "defg"); // PROVED access
        __VERIFIER_assert(x[0] == 1); // PROVED
        break;
    case 1:
        strcat(text, "defgh"); // MUST-WARN access
        break;
    case 2:
        strncat(text, "defghi", 4); // PROVED access
        __VERIFIER_assert(x[0] == 1); // PROVED
        break;
    case 3:
        strncat(text, "defghi", 5); // MUST-WARN access
    }
    return 0;
}
