// Who changes the rounding mode gets other results.
#include "verifier.h"
#include <fenv.h>

int main(void) {
    volatile double one = 1.0, three = 3.0;
    double a = one / three;
    double x = 1.0, y = 3.0;
    fesetround(FE_UPWARD);
    volatile double v = x;
    double b = v / y;
    __VERIFIER_assert(a >= 0.0 || b > 0.0); // HOLDS
    double c = 1.0 / 4.0;
    __VERIFIER_assert(c == 0.25); // PROVED
    return 0;
}
