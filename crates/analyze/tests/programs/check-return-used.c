// Only a result that is used must be given.
#include "verifier.h"

static int grade(int points) {
    if (points > 90)
        return 1;
    if (points <= 90)
        return 2;
} // PROVED return

static int nobody_asks(int n) {
    if (n > 3)
        return n;
} // PROVED return

static void check_range(int points) {
    if (points < 0)
        reach_error(); // PROVED error-call
    if (points > 100)
        reach_error(); // MUST-WARN error-call
}

int main(void) {
    int points = __VERIFIER_nondet_int();
    nobody_asks(points);
    if (points < 0)
        return 0;
    check_range(points);
    int mark = grade(points);
    __VERIFIER_assert(mark == 1 || mark == 2); // PROVED
    reach_error(); // MUST-WARN error-call
}
