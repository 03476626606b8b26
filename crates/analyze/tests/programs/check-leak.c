//! checks: all
// What was allocated is freed where the program ends.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
extern void exit(int code);
int main(void) {
    int *p = malloc(sizeof *p);
    __VERIFIER_assume(p != 0);
    if (__VERIFIER_nondet_bool()) {
        free(p);
        return 0; // PROVED leak
    }
    if (__VERIFIER_nondet_bool())
        exit(0); // MUST-WARN leak
    return 2; // MUST-WARN leak
}
