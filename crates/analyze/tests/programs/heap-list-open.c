// A list of any length: all nodes but the last are one object.
#include "verifier.h"
#include <stdlib.h>

struct Node { int value; double weight; struct Node *next; };

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct Node *list = 0;
    for (int i = 0; i < n; i++) {
        struct Node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = i > 5 ? 2 : 1;
        node->weight = 0.5;
        node->next = list;
        list = node;
    }
    for (struct Node *at = list; at; at = at->next) {
        __VERIFIER_assert(at->value >= 1 && at->value <= 2); // PROVED
        __VERIFIER_assert(at->weight == 0.5); // PROVED
    }
    if (list && list->next) {
        list->next->value = 7;
        for (struct Node *at = list; at; at = at->next)
            __VERIFIER_assert(at->value <= 2); // MUST-WARN
    }
    return 0;
}
