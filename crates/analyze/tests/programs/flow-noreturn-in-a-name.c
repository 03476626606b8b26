// A name is no attribute.
#include "verifier.h"

struct noreturn_i { int x; };
static void f(struct noreturn_i *p) { p->x = 1; }
__attribute__((section(".noreturn_data"))) static int data = 1;
__attribute__((section("constructor_code"))) static void g(void (*stop)(void) __attribute__((noreturn))) {
    if (data == 2)
        stop();
}
int main(void) {
    struct noreturn_i s;
    f(&s);
    g(abort);
    __VERIFIER_assert(s.x != 1); // DEFINITE
    return 0;
}
