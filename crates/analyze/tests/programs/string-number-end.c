// strtol tells where the number ends: inside the string.
#include "verifier.h"
extern long strtol(const char *text, char **end, int base);
extern double strtod(const char *text, char **end);

int main(void) {
    char text[8] = "12x", *end = 0;
    text[0] = (char)('0' + (__VERIFIER_nondet_uint() & 7));
    long n = strtol(text, &end, 10);
    __VERIFIER_assert(end >= text && end < text + 8); // PROVED
    char rest = *end; // PROVED access
    __VERIFIER_assert(text[1] == '2'); // PROVED
    if (__VERIFIER_nondet_int() == 3)
        __VERIFIER_assert(end == text); // MUST-WARN
    double d = strtod(text, &end);
    rest = *end; // PROVED access
    n = strtol(text, 0, 10);
    if (__VERIFIER_nondet_int() == 3)
        __VERIFIER_assert(n <= 7); // MUST-WARN
    return 0;
}
