// A result that nobody uses, and effects that stay.
#include "verifier.h"

int g;
int work(int x) { g += x; return g; }
int main(void) {
    work(3);
    (void)work(4);
    __VERIFIER_assert(g == 7); // PROVED
    return 0;
}
