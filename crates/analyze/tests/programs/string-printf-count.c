// %n stores how much was written.
#include "verifier.h"

extern int printf(const char *format, ...);
extern int snprintf(char *to, unsigned long size, const char *format, ...);
int main(void) {
    int n = 7, m = 7, k = 7;
    char text[8];
    printf("\r%d%%n\r", 5, &k);
    __VERIFIER_assert(k == 7); // PROVED
    printf("\r%d%n\r", 5, &n);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(n == 7); // MUST-WARN
    snprintf(text, sizeof text, "ab%n", &m);
    __VERIFIER_assert(m == 7); // MUST-WARN
    return 0;
}
