// Two variables change places through pointers, also if they are one.
#include "verifier.h"

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
int main(void) {
    int x = 1, y = 2;
    swap(&x, &y);
    __VERIFIER_assert(x == 2 && y == 1); // PROVED
    swap(&x, &x);
    __VERIFIER_assert(x == 2); // PROVED
    __VERIFIER_assert(x == 1); // DEFINITE
    return 0;
}
