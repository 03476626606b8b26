// The size of the next object stands in the last one.
#include "verifier.h"
#include <stdlib.h>

struct Block { unsigned size; char bytes[8]; };

int main(void) {
    struct Block *at = 0;
    unsigned n = 16;
    for (int i = 0; i < 3; i++) {
        struct Block *next = malloc(at ? at->size : n);
        if (!next)
            abort();
        next->size = __VERIFIER_nondet_bool() ? 12 : 2; // MUST-WARN access
        at = next;
    }
    return 0;
}
