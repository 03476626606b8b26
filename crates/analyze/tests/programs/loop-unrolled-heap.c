// A list that a short loop builds, node by node.
#include "verifier.h"
#include <stdlib.h>

struct Node { int value; struct Node *next; };

int main(void) {
    struct Node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct Node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->value = i;
        node->next = list;
        list = node;
    }
    __VERIFIER_assert(list->value == 2); // PROVED standard
    int length = 0;
    for (struct Node *at = list; at; at = at->next)
        length++;
    __VERIFIER_assert(length == 3); // PROVED standard
    __VERIFIER_assert(list->next->value == 0); // MUST-WARN
    return 0;
}
