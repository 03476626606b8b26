// The offset of a field, counted from the null pointer.
#include "verifier.h"

struct S { int number; char tag; int list[3]; };
int main(void) {
    unsigned long tag = (unsigned long)&((struct S *)0)->tag;
    __VERIFIER_assert(tag == 4); // PROVED
    __VERIFIER_assert((long)&((struct S *)0)->list[2] == 16); // PROVED
    struct S s;
    int *third = &s.list[2];
    struct S *owner = (struct S *)((char *)third - (unsigned long)&((struct S *)0)->list[2]);
    __VERIFIER_assert(owner == &s); // PROVED
    return 0;
}
