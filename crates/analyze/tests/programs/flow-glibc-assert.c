// assert as the C library writes it.
#include "verifier.h"

extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "f.c", __LINE__, __func__))
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 3 && x <= 9);
    assert(x > 2); // PROVED
    if (x < 4) assert(x == 3); // PROVED
    assert(x < 9); // MUST-WARN
    return 0;
}
