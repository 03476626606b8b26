// The classes of ctype.h, as functions and as the macros of glibc.
#include "verifier.h"

extern int isdigit(int c);
extern int isalpha(int c);
extern int isspace(int c);
extern int toupper(int c);
extern int tolower(int c);
extern const unsigned short **__ctype_b_loc(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (isdigit(c)) {
        __VERIFIER_assert(c >= '0' && c <= '9'); // PROVED
        int digits[10] = {0};
        digits[c - '0'] = 1; // PROVED index
    }
    if (!isspace(c)) {
        __VERIFIER_assert(c != ' ' && c != '\n'); // HOLDS
    }
    if ((*__ctype_b_loc())[(int)c] & (unsigned short)256) {
        __VERIFIER_assert(c >= 'A' && c <= 'Z'); // PROVED
        __VERIFIER_assert(tolower(c) >= 'a'); // PROVED
        __VERIFIER_assert(toupper(c) <= 'Z'); // PROVED
    }
    __VERIFIER_assert(toupper('x') == 'X'); // PROVED
    int alpha = isalpha('q'), none = isalpha('4');
    __VERIFIER_assert(alpha != 0 && none == 0); // PROVED
    if (isalpha(c)) {
        __VERIFIER_assert(c >= 'a'); // MUST-WARN
    } else if (__VERIFIER_nondet_bool()) {
        __VERIFIER_assert(c == '4'); // MUST-WARN
    }
    return 0;
}
