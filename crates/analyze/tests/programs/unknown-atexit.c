// A function that runs after main.
#include "verifier.h"

extern int atexit(void (*f)(void));
static int x = 1;
static void last(void) {
    __VERIFIER_assert(x == 1); // MUST-WARN
}
int main(void) {
    atexit(last);
    x = 2;
    return 0;
}
