// A handler that is registered may run at any time.
#include "verifier.h"

extern void (*signal(int number, void (*handler)(int)))(int);
extern int raise(int number);
static int seen;
static void handler(int n) { seen = n; }
int main(void) {
    signal(10, handler);
    raise(10);
    __VERIFIER_assert(seen == 0); // MUST-WARN
    return 0;
}
