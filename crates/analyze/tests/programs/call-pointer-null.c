// A call through a null pointer.
#include "verifier.h"

typedef void (*action)(void);
void nothing(void) {}
int main(void) {
    action a = 0;
    if (__VERIFIER_nondet_int())
        a = nothing;
    if (a)
        a();
    return 0;
}
