// A struct seen as another with the same beginning.
#include "verifier.h"

struct Base { int kind; };
struct Derived { struct Base base; int value; };
int main(void) {
    struct Derived d = { { 1 }, 50 };
    struct Base *b = (struct Base *)&d;
    b->kind = 2;
    __VERIFIER_assert(d.base.kind == 2); // PROVED
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(d.base.kind == 1); // MUST-WARN
    struct Derived *back = (struct Derived *)b;
    back->value = 60;
    __VERIFIER_assert(d.value == 50); // MUST-WARN
    return 0;
}
