// A function pointer in a struct, and the struct passed by address.
#include "verifier.h"

struct Operation { int (*apply)(int); int argument; };
int half(int x) { return x / 2; }
int run(struct Operation *o) { return o->apply(o->argument); }
int main(void) {
    struct Operation o = { half, 20 };
    __VERIFIER_assert(run(&o) == 10); // PROVED
    o.argument = __VERIFIER_nondet_int();
    __VERIFIER_assert(run(&o) == 10); // MUST-WARN
    return 0;
}
