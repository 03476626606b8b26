// Structs are copied when passed and returned.
#include "verifier.h"

struct Pair { int a, b; };
struct Pair swap(struct Pair p) {
    struct Pair q = { p.b, p.a };
    p.a = 99;
    return q;
}
int main(void) {
    struct Pair p = { 1, 2 };
    struct Pair q = swap(p);
    __VERIFIER_assert(p.a == 1); // PROVED
    __VERIFIER_assert(q.a == 2 && q.b == 1); // PROVED
    __VERIFIER_assert(swap(q).a == 2); // DEFINITE
    return 0;
}
