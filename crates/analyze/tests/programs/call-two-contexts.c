// One function with two calls: the check in it fails in one of them only.
#include "verifier.h"

int divide(int a, int b) {
    return a / b; // MUST-WARN division
}
int main(void) {
    int x = divide(10, 5);
    __VERIFIER_assert(x == 2); // PROVED
    int y = __VERIFIER_nondet_int();
    x = divide(10, y);
    return x;
}
