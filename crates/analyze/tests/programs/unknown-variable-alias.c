// Two names of one variable.
#include "verifier.h"

int first = 1;
extern int second __attribute__((alias("first")));
int main(void) {
    second = 2;
    __VERIFIER_assert(first == 1); // MUST-WARN
    return 0;
}
