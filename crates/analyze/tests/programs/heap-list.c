// A linked list on the heap.
#include "verifier.h"

extern void *malloc(unsigned long n);
struct Node { int value; struct Node *next; };
int main(void) {
    struct Node *head = 0;
    for (int i = 0; i < 4; i++) {
        struct Node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->value = i;
        n->next = head;
        head = n;
    }
    for (struct Node *n = head; n; n = n->next)
        __VERIFIER_assert(n->value == 3); // MUST-WARN
    return 0;
}
