// realloc keeps what was there, and may move it.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void *realloc(void *p, unsigned long n);
int main(void) {
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    *p = 11;
    p = realloc(p, 2 * sizeof(int));
    if (!p)
        return 0;
    __VERIFIER_assert(*p == 0); // MUST-WARN
    return 0;
}
