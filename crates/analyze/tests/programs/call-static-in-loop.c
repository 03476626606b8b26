// A static variable grows with every call.
#include "verifier.h"

int next(void) {
    static int n;
    if (n < 1000)
        n++;
    return n;
}
int main(void) {
    int last = 0;
    for (int i = 0; i < 20; i++)
        last = next();
    __VERIFIER_assert(last >= 0 && last <= 1000); // PROVED
    __VERIFIER_assert(last <= 10); // MUST-WARN
    return 0;
}
