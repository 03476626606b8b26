// A function called by a pointer of another type goes on being called.
#include "verifier.h"

int touched;
int touch(int x) { touched = x; return 0; }
int main(void) {
    void (*f)(int) = (void (*)(int))touch;
    f(9);
    __VERIFIER_assert(touched == 0); // MUST-WARN
    return 0;
}
