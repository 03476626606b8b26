//! checks: all
// What was allocated is freed where the program ends.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
extern void exit(int code);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1; // MUST-WARN leak
    *p = 3;
    if (__VERIFIER_nondet_bool())
        exit(0); // DEFINITE leak
    if (__VERIFIER_nondet_bool()) {
        free(p);
        return 0; // PROVED leak
    }
    return 2; // DEFINITE leak
}
