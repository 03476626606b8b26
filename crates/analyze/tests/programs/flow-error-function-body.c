// What an error function does before it fails is reached where it is called.
#include "verifier.h"

int zero, noted;
static void note(void) {
    noted = 1 / zero; // MUST-WARN division
}
void reach_error(void) {
    note();
    abort();
}
static void need(int condition) {
    if (!condition)
        reach_error(); // MUST-WARN
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    need(x != 3);
    __VERIFIER_assert(x != 3); // HOLDS
    return 0;
}
