// Lists of a few elements, element by element: each turn that allocates one has an object of its own.
#include "verifier.h"
#include <stdlib.h>

struct node {
    unsigned value;
    struct node *next;
};
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 4u;
    struct node *head = 0;
    unsigned i;
    for (i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            break;
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    unsigned seen = 0;
    for (struct node *at = head; at; at = at->next) {
        __VERIFIER_assert(at->value < i); // PROVED standard
        __VERIFIER_assert(at->value == i - 1 - seen); // PROVED standard
        seen++;
    }
    __VERIFIER_assert(seen == i); // PROVED standard
    __VERIFIER_assert(seen != 2); // MUST-WARN
    return 0;
}
