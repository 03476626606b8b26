// Negation, multiplication, subtraction and division of ints can overflow.
//! overflow: check
#include "verifier.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = -x; // MUST-WARN overflow
    int b = x * 2; // MUST-WARN overflow
    int c = x - 1; // MUST-WARN overflow
    int d = x / -1; // MUST-WARN division
    if (x > -2147483647 - 1) {
        int e = -x; // PROVED overflow
        int f = x / -1; // PROVED division
        d += e == f;
    }
    return a == b || c == d;
}
