// Of a string that is shorter than what is copied at most, nothing behind its end is read.
#include "verifier.h"

extern char *strncpy(char *to, const char *from, unsigned long most);
int main(void) {
    char to[8];
    strncpy(to, "x", 3); // PROVED access
    strncpy(to, "seven..", 8); // PROVED access
    char word[4] = {'a', 'b', 0, 'c'};
    strncpy(to, word, 8); // PROVED access standard
    char open[2] = {'a', 'b'};
    if (__VERIFIER_nondet_int() > 3)
        strncpy(to, open, 2); // PROVED access
    if (__VERIFIER_nondet_int() > 3)
        strncpy(to, "x", 9); // MUST-WARN access
    if (__VERIFIER_nondet_int() > 3)
        strncpy(to, open, 3); // MUST-WARN access
    return 0;
}
