// An array without a length at the end of a struct.
#include "verifier.h"

extern void *malloc(unsigned long n);
struct V { int n; int data[]; };
int main(void) {
    struct V *v = malloc(sizeof(struct V) + 3 * sizeof(int));
    if (!v)
        return 1;
    v->n = 3;
    for (int i = 0; i < 3; i++)
        v->data[i] = i;
    __VERIFIER_assert(v->n == 3); // PROVED
    __VERIFIER_assert(v->data[1] == 0); // MUST-WARN
    return 0;
}
