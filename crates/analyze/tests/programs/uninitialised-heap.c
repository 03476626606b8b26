// malloc gives memory without a value, calloc with one; realloc keeps what was there.
//! checks: all
#include "verifier.h"
extern void *malloc(unsigned long size), *calloc(unsigned long count, unsigned long size);
extern void *realloc(void *memory, unsigned long size);
extern void free(void *memory);
extern void *memset(void *to, int byte, unsigned long size), *memcpy(void *to, const void *from, unsigned long size);
extern char *strcpy(char *to, const char *from);

int main(void) {
    int seen = 0, *h = malloc(40), *z = calloc(10, 4), *m = malloc(40), *k = malloc(40);
    char *t = malloc(8);
    if (!h || !z || !m || !t || !k)
        return 1;
    if (z[3] == 1) // PROVED uninitialised
        seen++;
    h[3] = 1;
    if (h[3] == 1) // PROVED uninitialised
        seen++;
    memset(m, 1, 40);
    if (m[9] == 1) // PROVED uninitialised
        seen++;
    memcpy(k, m, 40);
    if (k[9] == 1) // PROVED uninitialised
        seen++;
    strcpy(t, "ab");
    if (t[1] == 'b') // PROVED uninitialised
        seen++;
    if (__VERIFIER_nondet_int() == 3) {
        if (t[5] == 'b') // MUST-WARN uninitialised
            seen++;
    }
    if (__VERIFIER_nondet_int() == 4) {
        int *more = realloc(k, 80);
        if (more && more[15] == 2) // MUST-WARN uninitialised
            seen++;
        k = more;
    }
    if (h[2] == 5) // MUST-WARN uninitialised
        seen++;
    free(h), free(z), free(m), free(k), free(t);
    return seen > 9;
}
