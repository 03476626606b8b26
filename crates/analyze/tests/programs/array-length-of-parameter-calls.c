// The length of a parameter is evaluated when the function starts.
#include "verifier.h"

static int count;
static int next(void) { return ++count; }
static void fill(int a[next()]) { a[0] = 1; }
int main(void) {
    int a[4];
    fill(a);
    __VERIFIER_assert(count == 0); // MUST-WARN
    return 0;
}
