// Pointers that are read through parameters: what they lead to changes with them.
#include "verifier.h"

struct node { int v; struct node *next; };

void ahead(struct node *p) {
    p->next->v = 6;
    p->v = 7;
    __VERIFIER_assert(p->next->v == 6); // MUST-WARN
}
void relinked(struct node *p, struct node *q) {
    p->next->v = 6;
    p->next = q;
    __VERIFIER_assert(p->next->v == 6); // MUST-WARN
}
int compared(struct node *p, struct node *q) {
    if (p->next->v > 5) {
        q->v = 0;
        __VERIFIER_assert(p->next->v > 5); // MUST-WARN
        return 1;
    }
    return 0;
}
int counted(struct node *p, int n) {
    p->v = 0;
    while (p->v < n) {
        p->v++;
        p->next->v--;
    }
    __VERIFIER_assert(p->v >= n);
    return p->v;
}
int main(void) {
    struct node b = {8, 0}, a = {8, &b}, self = {8, 0};
    self.next = &self;
    ahead(&a);
    ahead(&self);
    relinked(&a, &b);
    b.v = 8;
    relinked(&a, &self);
    a.next = &b;
    b.v = 8;
    compared(&a, &a);
    b.v = 8;
    compared(&a, &b);
    counted(&a, 3);
    return 0;
}
