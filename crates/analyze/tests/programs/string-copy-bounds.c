// A string is copied with the zero at its end.
#include "verifier.h"

extern char *strcpy(char *to, const char *from);
int main(void) {
    char word[6], short_word[5];
    strcpy(word, "five!"); // PROVED access
    if (__VERIFIER_nondet_int() > 3)
        strcpy(short_word, "five!"); // MUST-WARN access
    return 0;
}
