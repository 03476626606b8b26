// An array of one element at the end of a struct stands for as many as there is memory for.
#include "verifier.h"

extern void *malloc(unsigned long n);
struct V { int n; int data[1]; };
struct Z { int n; char data[0]; };
struct M { int data[1]; int n; };
int main(void) {
    struct M m;
    struct M *p = &m;
    struct V *v = malloc(sizeof(struct V) + 3 * sizeof(int));
    struct Z *z = malloc(sizeof(struct Z) + 4);
    if (!v || !z)
        return 1;
    v->n = 3;
    v->data[0] = 5; // PROVED access
    v->data[3] = 7; // PROVED access
    for (int i = 0; i < 4; i++)
        z->data[i] = 1; // PROVED access
    __VERIFIER_assert(v->n == 3); // PROVED
    if (__VERIFIER_nondet_int() > 5)
        v->data[4] = 7; // MUST-WARN access
    p->data[1] = 4; // MUST-WARN index
    return 0;
}
