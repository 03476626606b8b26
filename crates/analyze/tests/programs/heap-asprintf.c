// asprintf gives out memory for its text.
#define _GNU_SOURCE
#include "verifier.h"

extern int asprintf(char **to, const char *format, ...);
extern void free(void *p);
int main(void) {
    char *text = 0;
    int n = __VERIFIER_nondet_int(), r = asprintf(&text, "%d", n);
    __VERIFIER_assert(r >= -1 && r <= 11); // PROVED
    if (r < 0)
        return 1;
    text[0] = 'x'; // HOLDS access
    __VERIFIER_assert(text[0] == 'x'); // HOLDS
    __VERIFIER_assert(r == 11); // MUST-WARN
    free(text);
    return 0;
}
