// Library functions on strings.
#include "verifier.h"

extern unsigned long strlen(const char *s);
extern char *strcpy(char *to, const char *from);
int main(void) {
    char buffer[16] = "a";
    int other = 4;
    strcpy(buffer, "bcd");
    unsigned long n = strlen(buffer);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(buffer[0] == 'a'); // MUST-WARN
    __VERIFIER_assert(n == 1); // MUST-WARN
    __VERIFIER_assert(other == 4); // PROVED
    return 0;
}
