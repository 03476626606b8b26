// A small state machine, as in programs for controllers.
#include "verifier.h"

enum State { IDLE, RUN, STOP };
int main(void) {
    enum State state = IDLE;
    int speed = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case IDLE:
            if (__VERIFIER_nondet_bool())
                state = RUN;
            break;
        case RUN:
            if (speed < 10)
                speed++;
            else
                state = STOP;
            break;
        case STOP:
            speed = 0;
            state = IDLE;
            break;
        }
        __VERIFIER_assert(state <= STOP); // PROVED
        __VERIFIER_assert(speed >= 0 && speed <= 10); // PROVED
    }
    __VERIFIER_assert(speed < 3); // MUST-WARN
    return 0;
}
