// The check is in a function that is called by its other name.
#include "verifier.h"

void work(int x) {
    __VERIFIER_assert(x != 4); // MUST-WARN
}
void other(int x) __attribute__((alias("work")));
int main(void) {
    other(4);
    return 0;
}
