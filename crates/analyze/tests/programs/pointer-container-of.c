// From a field back to its struct.
#include "verifier.h"

struct Node { int id; struct { int link; } list; };
int main(void) {
    struct Node n = { 4, { 0 } };
    void *field = &n.list;
    struct Node *owner = (struct Node *)((char *)field - __builtin_offsetof(struct Node, list));
    owner->id = 5;
    __VERIFIER_assert(n.id == 4); // MUST-WARN
    __VERIFIER_assert(n.id == 5); // PROVED
    return 0;
}
