// Only the start of allocated memory can be freed, and the null pointer.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void *realloc(void *p, unsigned long n);
extern void free(void *p);
static int global;
int main(void) {
    int local = 1;
    char *p = malloc(4);
    if (!p)
        return 0;
    free((void *)0); // PROVED free
    switch (__VERIFIER_nondet_int()) {
    case 0:
        free(&local); // MUST-WARN free
        break;
    case 1:
        free(&global); // MUST-WARN free
        break;
    case 2:
        free(p + 1); // MUST-WARN free
        break;
    case 3:
        free(p + (__VERIFIER_nondet_bool() ? 0 : 2)); // MUST-WARN free
        break;
    case 4:
        p = realloc(p, 8); // PROVED free
        free(p); // PROVED free
        break;
    default:
        free(p); // PROVED free
    }
    return 0;
}
