// States are kept apart where branches meet, as long as they are few.
#include "verifier.h"

int lock;
static int is_even(unsigned n) {
    if (n % 2 == 0)
        return 1;
    return 0;
}
int main(void) {
    int flag = 0, x = 0;
    if (__VERIFIER_nondet_bool()) {
        flag = 1;
        x = 7;
    }
    if (__VERIFIER_nondet_bool())
        lock = 1;
    __VERIFIER_assert(flag == 0 || x == 7); // PROVED standard
    if (lock)
        lock = 0;
    __VERIFIER_assert(lock == 0); // PROVED
    int state = 0, turns = 0;
    while (__VERIFIER_nondet_bool() && turns < 1000) {
        if (state == 0)
            state = 3;
        else if (state == 3)
            state = 5;
        else
            state = 0;
        turns++;
    }
    __VERIFIER_assert(state == 0 || state == 3 || state == 5); // PROVED standard
    __VERIFIER_assert(state != 5 || turns >= 2); // HOLDS
    __VERIFIER_assert(state != 5 || flag == 1); // MUST-WARN
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        if (__VERIFIER_nondet_bool())
            sum += is_even(i) ? 2 : 4;
    }
    __VERIFIER_assert(sum <= 60); // MUST-WARN
    return 0;
}
