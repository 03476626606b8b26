// Where the length of a string is known, its copies have its bytes, and what is behind them stays.
#include "verifier.h"

extern char *strcpy(char *to, const char *from);
extern char *strncpy(char *to, const char *from, unsigned long n);
extern char *strcat(char *to, const char *from);
extern char *strncat(char *to, const char *from, unsigned long n);
extern char *strchr(const char *text, int c);
extern char *strdup(const char *text);
extern unsigned long strlen(const char *text);
extern void free(void *memory);
int main(void) {
    char own[12] = "0123456789";
    strcpy(own, "abc");
    __VERIFIER_assert(own[2] == 'c' && own[3] == 0); // PROVED
    __VERIFIER_assert(own[4] == '4'); // PROVED
    __VERIFIER_assert(strlen(own) == 3); // PROVED
    strcat(own, "de");
    __VERIFIER_assert(own[4] == 'e' && own[5] == 0 && own[6] == '6'); // PROVED
    strncat(own, "fgh", 1);
    __VERIFIER_assert(own[5] == 'f' && own[6] == 0 && own[7] == '7'); // PROVED
    strncpy(own, "x", 3);
    __VERIFIER_assert(own[0] == 'x' && own[2] == 0 && own[3] == 'd'); // PROVED
    strncpy(own, "yyyy", 2);
    __VERIFIER_assert(own[1] == 'y' && own[2] == 0); // PROVED
    char *found = strchr(own, 'y');
    if (found) {
        *found = 'z'; // PROVED access
    }
    __VERIFIER_assert(own[5] == 'f'); // PROVED
    char *copy = strdup("heap");
    if (copy) {
        __VERIFIER_assert(strlen(copy) == 4); // PROVED
        __VERIFIER_assert(copy[1] == 'e'); // PROVED
        copy[4] = '!'; // PROVED access
        if (__VERIFIER_nondet_bool()) {
            copy[5] = 0; // MUST-WARN access
        }
        free(copy); // PROVED free
    }
    char some[2] = {__VERIFIER_nondet_char(), 0};
    strcpy(own, some);
    __VERIFIER_assert(own[0] == 'z'); // MUST-WARN
    return 0;
}
