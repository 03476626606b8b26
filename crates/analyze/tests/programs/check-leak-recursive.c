//! checks: all
// Memory that is lost deep in a recursion.
#include "verifier.h"

extern void *malloc(unsigned long size);
static int descend(int n) {
    if (n <= 0)
        return 0;
    if (n < 10) {
        char *lost = malloc(4);
        if (lost)
            *lost = 1;
    }
    return descend(n - 1) + 1;
}
int main(void) {
    descend(100);
    return 0; // MUST-WARN leak
}
