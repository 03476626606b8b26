// On one path the pointer is to a variable that is no more.
#include "verifier.h"

int main(void) {
    int outer = 1;
    int *p = &outer;
    if (__VERIFIER_nondet_bool()) {
        int inner = 2;
        p = &inner;
    }
    *p = 5; // MUST-WARN access
    return 0;
}
