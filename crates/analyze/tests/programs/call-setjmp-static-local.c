// The static variable of a function keeps counting over a jump back.
#include "verifier.h"

typedef struct { long words[64]; } buffer[1];
extern int _setjmp(buffer b) __attribute__((returns_twice));
extern void longjmp(buffer b, int v) __attribute__((noreturn));
static buffer here;
static int bump(void) {
    static int n;
    n++;
    return n;
}
int main(void) {
    _setjmp(here);
    int v = bump();
    if (v < 3)
        longjmp(here, 1);
    __VERIFIER_assert(v == 3); // HOLDS
    __VERIFIER_assert(v == 1); // MUST-WARN
    return 0;
}
