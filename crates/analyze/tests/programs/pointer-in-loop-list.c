// A linked list on the stack.
#include "verifier.h"

struct Node { int value; struct Node *next; };
int main(void) {
    struct Node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
    int sum = 0;
    for (struct Node *p = &a; p; p = p->next) {
        if (sum < 100)
            sum += p->value; // PROVED access
        p->value = 0;
    }
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a.value == 1); // MUST-WARN
    __VERIFIER_assert(c.value == 3); // MUST-WARN
    __VERIFIER_assert(sum <= 102); // PROVED
    return 0;
}
