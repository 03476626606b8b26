// Recursion: the result is known only by its summary.
#include "verifier.h"

int factorial(int n) {
    if (n <= 1)
        return 1;
    return n * factorial(n - 1);
}
int main(void) {
    int f = factorial(5);
    __VERIFIER_assert(f == 121); // MUST-WARN
    __VERIFIER_assert(factorial(1) == 1); // PROVED
    return 0;
}
