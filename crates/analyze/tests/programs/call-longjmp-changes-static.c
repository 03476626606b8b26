// A jump back from deep inside, with statics changed on the way.
#include "verifier.h"

typedef struct { long words[64]; } buffer[1];
extern int _setjmp(buffer b) __attribute__((returns_twice));
extern void longjmp(buffer b, int v) __attribute__((noreturn));
static buffer here;
static int level;
static void deep(int n) {
    level = n;
    if (n == 3)
        longjmp(here, n);
    deep(n + 1);
}
int main(void) {
    int r = _setjmp(here);
    if (r == 0)
        deep(0);
    __VERIFIER_assert(level == 0); // MUST-WARN
    return 0;
}
