// `div` divides: by zero as little as the operator.
#include "verifier.h"

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);

int main(void) {
    int x = __VERIFIER_nondet_int();
    div_t ten = div(x, 10);
    if (x == 3) {
        div_t q = div(1, x - 2); // PROVED division
    }
    if (x > -9 && x < 9) {
        div_t q = div(100, x); // MUST-WARN division
    }
    return 0;
}
