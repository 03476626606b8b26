// errno is a variable that every call of the library may change.
#include "verifier.h"

extern int *__errno_location(void);
extern long read(int file, void *to, unsigned long bytes);
int main(void) {
    char bytes[16];
    *__errno_location() = 0;
    long got = read(-1, bytes, sizeof bytes);
    __VERIFIER_assert(got >= -1 && got <= 16); // PROVED
    if (got > 0) {
        bytes[got - 1] = 0; // PROVED index
    }
    if (__VERIFIER_nondet_int() == 0) {
        __VERIFIER_assert(*__errno_location() == 0); // MUST-WARN
    }
    return 0;
}
