//! checks: all
// An allocation that failed leaves nothing to free; what is declared and never called allocates nothing.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void *calloc(unsigned long n, unsigned long size);
extern void free(void *p);
extern char *strange(int which);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1; // PROVED leak
    *p = 3;
    char *name = calloc(4, 1), *same = name;
    if (same == 0) {
        free(p);
        return 2; // PROVED leak
    }
    if (__VERIFIER_nondet_bool()) {
        free(p);
        return 3; // MUST-WARN leak
    }
    int *lost = malloc(sizeof *lost);
    lost = malloc(sizeof *lost);
    if (!lost) {
        free(p);
        free(name);
        return 4; // MUST-WARN leak
    }
    free(lost);
    for (int i = 0; i < 3; i++) {
        int *each = malloc(sizeof *each);
        if (!each) {
            free(p);
            free(name);
            return 5; // MUST-WARN leak
        }
        if (i > 0)
            free(each);
    }
    free(p);
    free(name);
    return 0; // MUST-WARN leak
}
