// Compilers warn of initialisers without an object, and leave them out.
#include "verifier.h"

union U { int x, y; };
struct S { int a, b; };
union U u = {1, 2}, v = {.y = 3, 4}, w[2] = {1, 2, 3};
struct S s = {1, 2, 3}, t[2] = {{1, 2, 3}, {4}};
struct N { union { int i; char c; }; int z; } n = {{1, 2}, 3}, m = {1, 2, 3};
int a[2] = {1, 2, 3};
int calls;
static int call(void) { return ++calls; }
int main(void) {
    __VERIFIER_assert(u.x == 1 && v.y == 3); // PROVED
    __VERIFIER_assert(w[0].x == 1 && w[1].x == 2); // PROVED
    __VERIFIER_assert(s.a == 1 && s.b == 2); // PROVED
    __VERIFIER_assert(t[0].a == 1 && t[0].b == 2 && t[1].a == 4 && t[1].b == 0); // PROVED
    __VERIFIER_assert(n.i == 1 && n.z == 3 && m.i == 1 && m.z == 2); // PROVED
    __VERIFIER_assert(a[0] == 1 && a[1] == 2); // PROVED
    struct S own = {5, 6, call()};
    __VERIFIER_assert(own.a == 5 && own.b == 6); // HOLDS
    if (__VERIFIER_nondet_bool()) {
        union U other = {7, 8};
        __VERIFIER_assert(other.x == 7); // PROVED
    }
    __VERIFIER_assert(calls == 1); // MUST-WARN
    return 0;
}
