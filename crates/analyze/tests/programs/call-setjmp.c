// longjmp returns to setjmp a second time.
#include "verifier.h"

typedef struct { long words[64]; } buffer[1];
extern int _setjmp(buffer b) __attribute__((returns_twice));
extern void longjmp(buffer b, int v) __attribute__((noreturn));
buffer here;
int tries;
void again(void) { longjmp(here, 1); }
int main(void) {
    volatile int x = 0;
    int r = _setjmp(here);
    if (r == 0) {
        x = 5;
        again();
        __VERIFIER_assert(0); // PROVED
    }
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(x == 0); // MUST-WARN
    __VERIFIER_assert(r == 0); // MUST-WARN
    return 0;
}
