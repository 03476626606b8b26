// A function that does not return is called through a pointer.
#include "verifier.h"

extern void exit(int status);
void (*last)(int) = exit;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) {
        last(0);
        reach_error(); // PROVED
    }
    __VERIFIER_assert(x <= 0); // PROVED
    return 0;
}
