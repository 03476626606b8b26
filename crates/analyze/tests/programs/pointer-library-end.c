// strtol writes a pointer through a pointer.
#include "verifier.h"

extern long strtol(const char *s, char **end, int base);
int main(void) {
    char text[] = "12x";
    char other = 'o', *end = &other;
    strtol(text, &end, 10);
    *end = 'y';
    __VERIFIER_assert(text[2] == 'x'); // MUST-WARN
    return 0;
}
