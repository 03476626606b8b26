// A ring of nodes.
#include "verifier.h"

struct Node { int value; struct Node *next; };
int main(void) {
    struct Node a, b;
    a.value = 1;
    b.value = 2;
    a.next = &b;
    b.next = &a;
    struct Node *p = &a;
    for (int i = 0; i < 5; i++) {
        p->value += 10;
        p = p->next;
    }
    __VERIFIER_assert(p == &a || p == &b); // HOLDS
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a.value == 1); // MUST-WARN
    __VERIFIER_assert(b.value == 2); // MUST-WARN
    return 0;
}
