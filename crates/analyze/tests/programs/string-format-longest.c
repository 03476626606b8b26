// A string that is read to its end ends in its object.
#include "verifier.h"

extern int snprintf(char *to, unsigned long n, const char *format, ...);
extern unsigned long strlen(const char *s);
int main(void) {
    char name[16] = "", text[64];
    for (int i = 0; i < 15; i++)
        name[i] = __VERIFIER_nondet_char();
    unsigned long length = strlen(name);
    __VERIFIER_assert(length <= 15); // PROVED
    __VERIFIER_assert(length <= 14); // MUST-WARN
    int r = snprintf(text, sizeof text, "name: %s", name);
    __VERIFIER_assert(r >= 6 && r <= 21); // PROVED
    __VERIFIER_assert(r < 16); // MUST-WARN
    return 0;
}
