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
void through(int **p) {
    int *before = *p;
    *before = 6;
    **p = 7;
    __VERIFIER_assert(*before == 6); // MUST-WARN
}
int main(void) {
    int x = 0, *to = &x;
    struct node b = {8, 0}, a = {8, &b}, self = {8, 0};
    self.next = &self;
    switch (__VERIFIER_nondet_int()) {
    case 1: ahead(&a); break;
    case 2: ahead(&self); break;
    case 3: relinked(&a, &b); break;
    case 4: relinked(&a, &self); break;
    case 5: compared(&a, &a); break;
    case 6: compared(&a, &b); break;
    case 7: through(&to); break;
    default: counted(&a, 3);
    }
    return 0;
}
