// A function that says that it does not return must not.
#include "verifier.h"

_Noreturn void stop(int code) {
    if (code > 3) {
        return; // MUST-WARN unreachable
    }
    while (1) {
    }
}

_Noreturn void fall(int code) {
    if (code > 7) {
        abort();
    }
} // MUST-WARN unreachable

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) {
        fall(7);
    }
    if (x == 5) {
        stop(x);
    }
    return 0;
}
